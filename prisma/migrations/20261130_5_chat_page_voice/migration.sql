-- The models of a chat page that transcribe messages and speak answers: JSON.
ALTER TABLE "chat_pages" ADD COLUMN "voice" TEXT;
