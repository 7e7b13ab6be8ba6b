import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { type Broadcast, makeBroadcast } from './events/broadcast.ts'
import { type Changes, makeChanges } from './events/changes.ts'
import type { Clock } from './clock.ts'
import { type Database, makeDatabase } from './sql/database.ts'
import type { Files } from './files/files.ts'
import { type Jobs, makeJobs } from './jobs/jobs.ts'
import type { Keys } from './secrets/keys.ts'
import type { Log } from './log.ts'
import { type Mail, makeMail } from './mail/mail.ts'
import { deferRemovals } from './files/defer-removals.ts'
import { openFiles } from './files/open-files.ts'
import { makeSecretBox, type SecretBox } from './secrets/secret-box.ts'
import { makeOutside, type Outside } from './outside/outside.ts'
import { makeTextRecords, type TextRecords } from './outside/text-records.ts'
import { openPostgresql } from './sql/postgresql-engine.ts'
import { makeReplica } from './sql/replica.ts'
import type { Engine } from './sql/session.ts'
import { makeTokens, type Tokens } from './secrets/access-tokens.ts'

export type Platform = {
  config: Config
  db: Database
  jobs: Jobs
  changes: Changes
  broadcast: Broadcast
  files: Files
  outside: Outside
  textRecords: TextRecords
  mail: Mail
  tokens: Tokens
  secrets: SecretBox
  clock: Clock
  log: Log
}

export async function makePlatform(
  config: Config,
  engine: Engine,
  keys: Keys,
  clock: Clock,
  log: Log,
): Promise<Platform> {
  const { DATABASE_REPLICA_URL: replicaUrl } = config
  const openReplica = (url: string) => openPostgresql(url, () => {}, { setting: 'DATABASE_REPLICA_URL' })
  const replica = replicaUrl ? makeReplica({ open: () => openReplica(replicaUrl), primary: engine, log }) : undefined
  const db = makeDatabase(engine, replica)
  const jobs = makeJobs(db, clock, log)
  const issuer = config.JWT_ISSUER || `${config.publicUrl}/auth/v1`
  return {
    config,
    db,
    jobs,
    changes: makeChanges(db, clock, log),
    broadcast: makeBroadcast(db, log),
    files: deferRemovals(openFiles(config, clock), { db, jobs, clock, dataDir: config.dataDir }),
    outside: makeOutside({ allowedHosts: config.CRAWL_ALLOWED_HOSTS, agent: `SenBot/1.0 (+${config.publicUrl})` }),
    textRecords: makeTextRecords(config.DNS_SERVERS),
    mail: makeMail({ url: config.MAIL_URL, from: config.mailFrom, folder: join(config.dataDir, 'mail') }, clock, log),
    tokens: await makeTokens(keys, { issuer, life: config.JWT_EXPIRY_SECONDS }, clock, log),
    secrets: makeSecretBox(keys.secrets),
    clock,
    log,
  }
}
