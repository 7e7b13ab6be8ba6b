import { z } from 'zod'
import { backupSettings } from './backup-settings.ts'
import { facebookSettings, zaloSettings } from './channel-settings.ts'
import { paymentSettings } from './payment-settings.ts'
import { rightsSettings } from './rights-settings.ts'
import { statusSettings } from './status-settings.ts'
import { address, flag, list, patience, port, whole } from './setting-schemas.ts'

/** The only reader of the environment. */
export const settings = {
  NODE_ENV: [
    'production refuses the test switches and a PUBLIC_URL without https; development or test says that this is no production (default: production where HOST or PUBLIC_URL lead away from this machine)',
    '',
    z.enum(['', 'development', 'production', 'test']),
  ],
  PORT: ['the port to listen on', '3000', port],
  HOST: ['the address to listen on; 0.0.0.0 opens it to the network', '127.0.0.1', z.string().min(1)],
  PUBLIC_URL: [
    'where people reach it; the one source of every link (default: http://localhost:PORT)',
    '',
    z.union([z.literal(''), address]),
  ],
  DATA_DIR: ['embedded database, files, keys, captured mails', './data', z.string().min(1)],
  DATABASE_URL: [
    'a real PostgreSQL (15 or newer) instead of the embedded one',
    '',
    z.union([z.literal(''), z.url({ protocol: /^postgres(ql)?$/ })]),
  ],
  DATABASE_REPLICA_URL: [
    'a streaming replica of DATABASE_URL from which statistics are read while it is at most ten seconds behind',
    '',
    z.union([z.literal(''), z.url({ protocol: /^postgres(ql)?$/ })]),
  ],
  S3_ENDPOINT: [
    'an S3-compatible store for files instead of DATA_DIR, for example https://s3.example.com',
    '',
    z.union([z.literal(''), address]),
  ],
  S3_BUCKET: ['its bucket', '', z.string()],
  S3_ACCESS_KEY_ID: ['its key', '', z.string()],
  S3_SECRET_ACCESS_KEY: ['and the secret of that key', '', z.string()],
  S3_REGION: ['its region', 'us-east-1', z.string().min(1)],
  STORAGE_MAX_BYTES: ['largest file that a bucket takes', '52428800', whole.min(1).max(5_368_709_120)],
  ...backupSettings,
  ROLE: ['web, worker or all: the same program, split for scale', 'all', z.enum(['all', 'web', 'worker'])],
  JWT_SECRET: [
    'signs the two keys, at least 32 characters (default: made and kept in DATA_DIR)',
    '',
    z.union([z.literal(''), z.string().min(32)]),
  ],
  JWT_SECRET_ALSO: [
    'one more whose keys and seals are taken while JWT_SECRET changes: first the new one, then the one before',
    '',
    z.union([z.literal(''), z.string().min(32)]),
  ],
  JWT_KEYS_FILE: [
    'a JSON array of JSON Web Keys: the first whose key_ops has sign signs access tokens, all check them (default: keys of its own in DATA_DIR)',
    '',
    z.string(),
  ],
  SECRETS_KEY: [
    '32 bytes in base64 that encrypt what is secret in the database; behind a comma older ones, which still open it (default: made and kept in DATA_DIR)',
    '',
    z
      .string()
      .refine(
        keys => keys === '' || /^[A-Za-z0-9+/]{43}=(?:,[A-Za-z0-9+/]{43}=)*$/.test(keys),
        '32 bytes in base64 are wanted',
      ),
  ],
  JWT_EXPIRY_SECONDS: ['life of an access token', '3600', whole.min(60).max(3600)],
  JWT_ISSUER: ['issuer of access tokens (default: PUBLIC_URL/auth/v1)', '', z.string()],
  ANON_KEY: ['public key of the browser (default: made from JWT_SECRET)', '', z.string()],
  SERVICE_ROLE_KEY: ['key of trusted programs (default: made from JWT_SECRET)', '', z.string()],
  AUTH_AUTOCONFIRM: ['on: addresses count as confirmed at sign-up', 'off', flag],
  AUTH_SIGNUP: ['off: nobody new may sign up', 'on', flag],
  AUTH_EMAIL: ['off: nobody signs in or up by e-mail', 'on', flag],
  AUTH_PASSWORD_MIN_LENGTH: ['shortest password', '8', whole.min(6).max(128)],
  AUTH_COMMON_PASSWORDS: [
    'off: passwords that everybody guesses first may be chosen; only for protocol tests',
    'on',
    flag,
  ],
  AUTH_CODE_LENGTH: ['digits of a mailed code', '6', whole.min(6).max(10)],
  AUTH_CODE_SECONDS: ['life of a mailed link or code', '3600', whole.min(60).max(86_400)],
  AUTH_DOUBLE_EMAIL_CHANGE: ['on: a new address needs the consent of the old one too', 'on', flag],
  AUTH_REAUTHENTICATION: [
    'on: a new password asks for the current one or a mailed code, a day after the sign-in a new address too',
    'on',
    flag,
  ],
  AUTH_MANUAL_LINKING: ['on: people may link and unlink other sign-ins of theirs', 'off', flag],
  AUTH_PATH_PREFIX: ['off: sign-in answers at / too, without the program’s key; only for protocol tests', 'on', flag],
  AUTH_MAIL_GAP_SECONDS: ['least time between two mails of a kind to one address', '60', whole.min(0)],
  AUTH_RATE_LIMITS: ['off only in tests', 'on', flag],
  AUTH_REUSE_INTERVAL_SECONDS: ['a refresh token used again within this time is no theft', '10', whole.min(0)],
  AUTH_SESSION_HOURS: ['a session ends this long after its sign-in; 0: never', '0', whole.min(0).max(87_600)],
  AUTH_SESSION_IDLE_HOURS: [
    'a session ends this long after its last use (720: thirty days); 0: never',
    '720',
    whole.min(0).max(87_600),
  ],
  REDIRECT_ALLOW_LIST: ['further return addresses of mail links, comma separated, * and ** allowed', '', z.string()],
  HUMAN_CHECK: [
    'auto: Turnstile with its keys, else a little work for the browser; off only in tests',
    'auto',
    z.enum(['auto', 'off']),
  ],
  TURNSTILE_SITE_KEY: ['Cloudflare Turnstile’s public key', '', z.string()],
  TURNSTILE_SECRET_KEY: ['and its secret', '', z.string()],
  TURNSTILE_VERIFY_URL: [
    'where its tokens are judged',
    'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    address,
  ],
  OAUTH_GOOGLE_CLIENT_ID: ['sign-in with Google: the client’s id', '', z.string()],
  OAUTH_GOOGLE_CLIENT_SECRET: ['and its secret', '', z.string()],
  OAUTH_GOOGLE_ISSUER_URL: ['who signs its tokens', 'https://accounts.google.com', address],
  OAUTH_FACEBOOK_CLIENT_ID: ['sign-in with Facebook: the app’s id', '', z.string()],
  OAUTH_FACEBOOK_CLIENT_SECRET: ['and its secret', '', z.string()],
  OAUTH_FACEBOOK_ISSUER_URL: ['who signs its tokens', 'https://www.facebook.com', address],
  OAUTH_OIDC_CLIENT_ID: ['sign-in with any issuer of OpenID Connect: the client’s id', '', z.string()],
  OAUTH_OIDC_CLIENT_SECRET: ['and its secret', '', z.string()],
  OAUTH_OIDC_ISSUER_URL: [
    'the issuer; /.well-known/openid-configuration below it describes it',
    '',
    z.union([z.literal(''), address]),
  ],
  OAUTH_OIDC_NAME: ['what stands on its button', 'OpenID Connect', z.string().min(1).max(40)],
  MAIL_URL: [
    'smtp(s)://user:password@host:port; without it mails are written to DATA_DIR/mail',
    '',
    z.union([z.literal(''), z.url({ protocol: /^smtps?$/ })]),
  ],
  MAIL_FROM: ['sender of every mail (default: BRAND_NAME <no-reply@host of PUBLIC_URL>)', '', z.string()],
  ...statusSettings,
  ...zaloSettings,
  ...rightsSettings,
  LLM_PROVIDER: [
    'the model of all workspaces that chose none: embedded (answers are quoted, nothing leaves the house), openai-compatible, anthropic or gemini',
    'embedded',
    z.enum(['embedded', 'openai-compatible', 'anthropic', 'gemini']),
  ],
  LLM_BASE_URL: [
    'its address, where it is not the provider’s usual one; for example http://127.0.0.1:11434/v1',
    '',
    z.union([z.literal(''), address]),
  ],
  LLM_API_KEY: ['its key', '', z.string()],
  LLM_MODEL: ['the model’s name', '', z.string()],
  LLM_FIRST_TOKEN_SECONDS: ['a model that has not begun by then is not waited for', '8', patience],
  LLM_SECONDS: ['a model that has not ended by then is not waited for', '20', patience],
  LLM_TOKENS_PER_DAY: ['most tokens of a workspace in a day; beyond them answers are quoted', '5000000', whole.min(0)],
  LLM_TOKENS_PER_VISITOR_MINUTE: ['most tokens of one conversation in a minute', '150000', whole.min(0)],
  LLM_KNOWLEDGE_TOKENS: [
    'most tokens of documents sent with a message; what fits is sent whole',
    '24000',
    whole.min(500),
  ],
  LLM_PRICE_IN: ['what a million tokens sent cost, in USD; 0: not known', '0', z.coerce.number().min(0)],
  LLM_PRICE_OUT: ['and a million tokens received', '0', z.coerce.number().min(0)],
  ...facebookSettings,
  EMBEDDING_PROVIDER: [
    'what turns texts into vectors, so that passages are found by meaning too: openai-compatible or gemini; used where EMBEDDING_MODEL is set',
    'openai-compatible',
    z.enum(['openai-compatible', 'gemini']),
  ],
  EMBEDDING_BASE_URL: [
    'its address, where it is not the provider’s usual one; for example http://127.0.0.1:11434/v1',
    '',
    z.union([z.literal(''), address]),
  ],
  EMBEDDING_API_KEY: ['its key', '', z.string()],
  EMBEDDING_MODEL: ['the model’s name; without one passages are found by their words alone', '', z.string()],
  EMBEDDING_TOKENS_PER_DAY: [
    'most tokens of a workspace’s documents that are turned into vectors in a day',
    '5000000',
    whole.min(0),
  ],
  ...paymentSettings,
  BRAND_NAME: ['the product’s name', 'Sen', z.string().min(1).max(40)],
  SUPPORT_EMAIL: [
    'where people write for help, and where requests of the contact page are mailed to (default: to the operators)',
    '',
    z.union([z.literal(''), z.email()]),
  ],
  SUPPORT_PHONE: ['the number that the contact page shows, for example 024 7300 8866', '', z.string().max(40)],
  SUPPORT_ADDRESS: ['where the operator’s house stands, for the contact page', '', z.string().max(200)],
  SUPPORT_ZALO_URL: [
    'the Zalo account that the contact page leads to, for example https://zalo.me/…',
    '',
    z.union([z.literal(''), address]),
  ],
  SUPPORT_MESSENGER_URL: [
    'the Messenger that the contact page leads to, for example https://m.me/…',
    '',
    z.union([z.literal(''), address]),
  ],
  IDENTITY_OVERLAP_HOURS: [
    'how long the secret that proves a website’s visitors still counts after an admin has turned it',
    '24',
    whole.min(0).max(720),
  ],
  TRAINING_CPU_SECONDS: [
    'most processor time that reading one file or page may take (measured on Linux)',
    '10',
    z.coerce.number().min(0.5).max(60),
  ],
  PICTURE_CPU_SECONDS: [
    'most processor time that recognising the text of one photo or scanned document may take (measured on Linux)',
    '90',
    z.coerce.number().min(1).max(600),
  ],
  PICTURE_MEMORY_MB: [
    'most memory that it may take; one is read at a time (measured on Linux)',
    '768',
    whole.min(300).max(4096),
  ],
  CUSTOMER_PICTURES_A_DAY: [
    'of how many pictures a day that customers of one workspace send the text is shown to the team; 0: of none',
    '200',
    whole.max(100_000),
  ],
  CRAWL_ALLOWED_HOSTS: [
    'host:port names, comma separated, that may be fetched although they are not public: pages, pictures, webhooks, models',
    '',
    list,
  ],
  DNS_SERVERS: [
    'name servers, comma separated, that are asked whether a mail domain belongs to a workspace; empty: those of the system',
    '',
    list,
  ],
  REALTIME_ANON_TOPICS: [
    'public topics of /realtime/v1 that may be joined without signing in, comma separated, * stands for any letters; empty: none',
    '',
    list,
  ],
  REALTIME_ANON_TABLES: [
    'tables whose changes (postgres_changes) may be heard without signing in, likewise, as far as their rows may be read',
    '',
    list,
  ],
  TRUSTED_PROXIES: ['addresses whose forwarded headers count, comma separated', '', z.string()],
  LOG_LEVEL: [
    'trace, debug, info, warn, error or silent',
    'info',
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']),
  ],
  TEST_SEED_SQL: ['a SQL file run after the migrations, for protocol tests', '', z.string()],
} as const satisfies Record<string, readonly [string, string, z.ZodType]>

type Settings = typeof settings
export type Values = { [name in keyof Settings]: z.output<Settings[name][2]> }
