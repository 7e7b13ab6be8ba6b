import { hours } from '#platform/clock.ts'
import { readHealth } from '#features/operations/read-health.ts'
import { StartError } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { HealthFact } from '#shared/contracts/operator.results.ts'
import { installationEn } from '#shared/texts/operator/installation.en.ts'
import { checkAddress } from './check-address.ts'
import { checkConnections, checkVersions } from './check-database.ts'
import { checkClock, checkDurability, checkSettings } from './check-machine.ts'
import { checkErasures } from './check-erasures.ts'
import { checkHooks, hookFinding } from './check-hooks.ts'
import { type Finding, lineOf } from './finding.ts'

export const doctorUse = 'doctor [--mail ADDRESS]'

/** @throws StartError with the report if something is bad, so that scripts see the exit code */
export async function runDoctor(platform: Platform, words: string[]): Promise<string> {
  const [flag, to, ...more] = words
  if (more.length > 0 || (flag !== undefined && (flag !== '--mail' || !to)))
    throw new StartError(`npm run sen -- ${doctorUse}`)
  const found = await Promise.all([
    checkVersions(platform),
    checkConnections(platform),
    checkDurability(platform),
    checkErasures(platform),
    checkClock(platform),
    checkAddress(platform),
    checkHooks(platform),
    readHealth(platform).then(({ facts, at }) => facts.map(fact => findingOf(fact, at))),
    to ? sendOne(platform, to) : Promise.resolve([]),
  ])
  const findings = [...checkSettings(platform), ...found.flat()]
  const text = findings.map(lineOf).join('\n')
  if (findings.some(({ state }) => state === 'bad')) throw new StartError(text)
  return text
}

const described: Record<
  Exclude<HealthFact['name'], 'hooks'>,
  [name: string, (fact: HealthFact, now: string) => string, advice: string]
> = {
  jobs: [
    'Job queue',
    ({ count, of, at }) => `${count} waiting, ${of} running${at ? `, the oldest due one since ${at}` : ''}`,
    'Is the machine too busy, or did the worker stop? Look at the log; more workers: ROLE=worker.',
  ],
  timers: ['Timers', ({ count }) => `${count} overdue`, 'Is a program with ROLE=worker or all running?'],
  dead_letters: ['Failed jobs', ({ count }) => `${count} stopped`, 'See /operator: each can be tried again there.'],
  mail: [
    'Mail',
    ({ text, count }) => (text === 'smtp' ? `a mail server is set, ${count} waiting` : 'none leaves the machine'),
    'Set MAIL_URL: nobody can confirm their address or reset a password.',
  ],
  deliveries: ['Messages to customers', ({ count }) => `${count} not sent in 24 hours`, 'The conversations say why.'],
  channels: [
    'Channels',
    ({ text, count, of }) => `${count} of ${of} connections of ${text} are well`,
    'Their owners are told on Connect; most need to sign in there again.',
  ],
  payments: [
    'Payments',
    ({ text, at, count }) => `${text}: ${at ? `last heard at ${at}, ${count} unread` : 'never heard of'}`,
    'Look at the log for payment notices that could not be read.',
  ],
  unmatched: ['Transfers', ({ count }) => `${count} without an order`, 'Match them at /operator.'],
  proxy: [
    'Proxy',
    ({ text }) => `requests come through ${text}, and everybody counts as one address`,
    'Name it in TRUSTED_PROXIES.',
  ],
  model: ['Language model', ({ text }) => String(text), ''],
  database: ['Database', ({ text, bytes = 0 }) => `${text}, ${megabytes(bytes)}`, ''],
  backup: [
    'Backup',
    ({ text, at, bytes = 0, fault }, now) => {
      if (text === 'off') return 'none is made'
      const place = text === 's3' ? 'S3' : 'folder'
      if (fault) return `${place}: ${installationEn[`store_${fault}`]}`
      if (!at) return `${place}: can be read, none there yet`
      const age = Math.floor((Date.parse(now) - Date.parse(at)) / hours(1))
      return `${place}: the last at ${at}, ${age} h old, ${megabytes(bytes)}`
    },
    'Set BACKUP_FOLDER to another disk, or BACKUP_S3_ENDPOINT, and BACKUP_PASSPHRASE; look at the log where one should be there.',
  ],
  disk: [
    'Disk',
    ({ bytes = 0, ofBytes = 0 }) => `${megabytes(bytes)} of ${megabytes(ofBytes)} free`,
    'Make it larger: when it is full, messages are refused.',
  ],
}

function findingOf(fact: HealthFact, now: string): Finding {
  if (fact.name === 'hooks') return hookFinding(fact)
  const [name, text, advice] = described[fact.name]
  return { name, state: fact.state, text: text(fact, now), advice }
}

async function sendOne({ mail, config }: Platform, to: string): Promise<Finding[]> {
  const text = `${config.BRAND_NAME} at ${config.publicUrl} can send email.`
  try {
    await mail.send({ to, subject: text, text, html: `<p>${text}</p>` })
    return [
      { name: 'Test email', state: 'ok', text: mail.captured ? 'written to the data folder' : `handed over for ${to}` },
    ]
  } catch (error) {
    const advice = 'Look at MAIL_URL: host, port, user and password.'
    return [{ name: 'Test email', state: 'bad', text: (error as Error).message, advice }]
  }
}

function megabytes(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`
}
