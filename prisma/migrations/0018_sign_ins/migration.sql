-- Browsers that signed in with THREADLOOM_ADMIN_TOKEN. hash: HMAC-SHA256 of the cookie's secret, keyed with the token, so that no row matches once the token has changed.
CREATE TABLE "sign_ins" (
  "hash" text NOT NULL,
  "created_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "used_at" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "sign_ins_pkey" PRIMARY KEY ("hash")
);
