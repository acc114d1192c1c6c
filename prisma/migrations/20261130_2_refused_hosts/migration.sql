-- The private address because of which the last attempt was refused, as `host:port`.
ALTER TABLE "mcp_servers" ADD COLUMN "private_host" TEXT;
ALTER TABLE "a2a_services" ADD COLUMN "private_host" TEXT;
ALTER TABLE "knowledge_sources" ADD COLUMN "private_host" TEXT;
ALTER TABLE "knowledge_documents" ADD COLUMN "private_host" TEXT;
