import { sql } from 'kysely'
import { seconds } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import { switchesInUse } from '../settings/test-switches.ts'
import type { Finding } from './finding.ts'

const clockMs = seconds(30)

export function checkSettings({ config }: Platform): Finding[] {
  const open = switchesInUse(config)
  return [
    { name: 'Node', state: 'ok', text: process.version },
    {
      name: 'Test switches',
      state: open.length > 0 ? 'bad' : 'ok',
      text: open.join(' ') || 'none is on',
      advice: 'Take them out of .env: they are for trying, not for customers.',
    },
  ]
}

/** Signatures, sign-in codes and reply windows need the right time. Compares with servers we contact anyway. */
export async function checkClock({ config, clock }: Platform): Promise<Finding> {
  try {
    const answer = await fetch(config.META_GRAPH_BASE_URL, { method: 'HEAD', signal: AbortSignal.timeout(seconds(5)) })
    const serverTime = Date.parse(answer.headers.get('date') ?? '')
    const off = Math.abs(serverTime - clock.now().getTime())
    if (Number.isNaN(serverTime)) throw new Error('it told no time')
    return {
      name: 'Clock',
      state: off > clockMs ? 'bad' : 'ok',
      text: `${Math.round(off / 1000)} s off`,
      advice: 'Let the machine keep its time by NTP (timedatectl set-ntp true).',
    }
  } catch (error) {
    const text = `could not be compared with that of ${new URL(config.META_GRAPH_BASE_URL).host} (${(error as Error).message})`
    return {
      name: 'Clock',
      state: 'look',
      text,
      advice: 'Is the machine kept from the internet? Messenger needs this address.',
    }
  }
}

type Set = { name: string; setting: string }

export async function checkDurability({ db, config }: Platform): Promise<Finding> {
  const name = 'Durability'
  if (db.engine.kind === 'embedded')
    return {
      ...{ name, state: db.engine.durability === 'disk' ? 'ok' : 'bad' },
      text: db.engine.durability === 'disk' ? 'what is acknowledged is on the disk' : 'a power cut may lose messages',
      advice: `Put ${config.dataDir} on a disk that obeys fsync.`,
    }
  const rows = await db.readAsService(
    sql<Set>`select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes') and setting = 'off'`,
  )
  return {
    ...{ name, state: rows.length > 0 ? 'bad' : 'ok' },
    text:
      rows.length > 0
        ? `${rows.map(row => row.name).join(', ')} off in PostgreSQL`
        : 'what is acknowledged is on the disk',
    advice: 'Switch them on in postgresql.conf: a power cut would lose acknowledged messages.',
  }
}
