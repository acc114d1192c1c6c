-- Origins of web pages whose scripts may call an endpoint.
ALTER TABLE "deployments" ADD COLUMN "allowed_origins" text[] NOT NULL DEFAULT '{}';
