-- What a client of LangGraph gave with a run and with a thread, under its own ids.
ALTER TABLE "runs" ADD COLUMN "caller_messages" TEXT;
ALTER TABLE "sessions" ADD COLUMN "metadata" TEXT;
