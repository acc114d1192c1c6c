-- Apps of MCP servers that a person allowed, as they were then.
ALTER TABLE "mcp_servers" ADD COLUMN "apps" jsonb;
