-- Rate limits that several processes share. Unlogged: after a crash of the database they count from zero.
CREATE UNLOGGED TABLE "rate_windows" (
  "name" text NOT NULL,
  "tokens" double precision NOT NULL DEFAULT 0,
  "at" timestamptz(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "is_granted" boolean NOT NULL DEFAULT true,
  CONSTRAINT "rate_windows_pkey" PRIMARY KEY ("name")
);
-- Model calls of the last minute, and those that wait for their turn.
CREATE UNLOGGED TABLE "rate_reservations" (
  "id" bigserial NOT NULL,
  "name" text NOT NULL,
  "starts_at" timestamptz(6) NOT NULL,
  "tokens" bigint NOT NULL,
  CONSTRAINT "rate_reservations_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "rate_reservations_name_starts_at_idx" ON "rate_reservations" ("name", "starts_at");
