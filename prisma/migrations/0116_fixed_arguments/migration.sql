-- What a call of a tool with fixed arguments sends besides its own, for whoever decides on it.
ALTER TABLE "approvals" ADD COLUMN "fixed" TEXT;
