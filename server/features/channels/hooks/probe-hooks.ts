import { randomBytes } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '#server/config.ts'
import { seconds } from '#platform/clock.ts'
import { isPublicAddress, numericHost } from '#platform/outside/public-address.ts'
import type { HookFault } from '#shared/words.ts'
import { connectableKinds } from '../connections/connectable-kinds.ts'
import type { PlatformKindName } from '../channel.ts'

/** `seen`: a status, an address, an error's code; nothing secret. */
export type HookProbe = { kind: PlatformKindName; fault: HookFault | null; seen: string }

const patienceMs = seconds(5)
const maxRead = 8192

/** Calls the webhooks of PUBLIC_URL as their platforms do. From this machine: what lies between it and them is not seen. */
export async function probeHooks(config: Config, patience = patienceMs): Promise<HookProbe[]> {
  const kinds = connectableKinds(config)
  if (kinds.length === 0) return []
  const url = new URL(config.publicUrl)
  const where = await locate(url, patience)
  if ('fault' in where) return kinds.map(kind => ({ kind, ...where }))
  const outside: Probe | undefined = where.inside ? { fault: 'private', seen: where.inside } : undefined
  const plain: Probe | undefined = url.protocol === 'http:' ? { fault: 'no_https', seen: '' } : undefined
  return Promise.all(
    kinds.map(async kind => {
      const found = (await refuses(config, kind)) ?? (kind === 'facebook' ? await verifies(config, !plain) : undefined)
      return { kind, ...(found ?? plain ?? outside ?? { fault: null, seen: '' }) }
    }),
  )
}

type Probe = { fault: HookFault; seen: string }
type Answer = { status: number; type: string; location: string; asks: boolean; text: string }

async function locate(url: URL, patience: number): Promise<Probe | { inside: string | undefined }> {
  try {
    const number = numericHost(url)
    const found = number ? [number] : await addressesOf(url.hostname, patience)
    return { inside: found.find(address => !isPublicAddress(address)) }
  } catch (error) {
    return { fault: 'dns', seen: codeOf(error) }
  }
}

/** The system's own search for a name may last half a minute, and cannot be broken off. */
async function addressesOf(name: string, patience: number): Promise<string[]> {
  const late = wait(patience, undefined, { ref: false })
  const found = await Promise.race([lookup(name, { all: true }), late])
  if (!found) throw Object.assign(new Error(`No answer about ${name}`), { code: 'ETIMEDOUT' })
  return found.map(({ address }) => address)
}

/** A call that nobody signed names no account, so it leaves no trace. */
async function refuses(config: Config, kind: PlatformKindName): Promise<Probe | undefined> {
  const wrong = '0'.repeat(64)
  const answer = await ask(config, kind, '', {
    method: 'POST',
    body: '{}',
    headers: {
      'content-type': 'application/json',
      'x-hub-signature-256': `sha256=${wrong}`,
      'x-zevent-signature': `mac=${wrong}`,
    },
  })
  if ('fault' in answer) return answer
  if (answer.status === 401 && answer.text.includes('"channel.no_hooks"')) return undefined
  return judge(answer)
}

/** @param mayShow over http anybody on the way would read the right word */
async function verifies(config: Config, mayShow: boolean): Promise<Probe | undefined> {
  const challenge = randomBytes(8).toString('hex')
  const greet = (word: string) => {
    const query = { 'hub.mode': 'subscribe', 'hub.verify_token': word, 'hub.challenge': challenge }
    return ask(config, 'facebook', `?${String(new URLSearchParams(query))}`, {})
  }
  const stranger = await greet(randomBytes(16).toString('hex'))
  if ('fault' in stranger) return stranger
  if (stranger.status !== 403 || stranger.text !== '') return judge(stranger)
  if (config.FACEBOOK_VERIFY_TOKEN === '') return { fault: 'no_token', seen: '' }
  if (!mayShow) return undefined
  const own = await greet(config.FACEBOOK_VERIFY_TOKEN)
  if ('fault' in own) return own
  return own.status === 200 && own.text === challenge ? undefined : { fault: 'token', seen: String(own.status) }
}

function judge({ status, type, location, asks, text }: Answer): Probe {
  const seen = type ? `${status}, ${type}` : String(status)
  if (status >= 300 && status < 400) return { fault: 'redirect', seen: `${status} → ${location || '?'}` }
  if (status === 404 || status === 405 || status === 410) return { fault: 'missing', seen }
  if (asks || type === 'text/html' || /^\s*<(?:!doctype|html)/i.test(text)) return { fault: 'login', seen }
  return { fault: status < 300 ? 'open' : 'status', seen }
}

async function ask(config: Config, kind: string, query: string, init: RequestInit): Promise<Answer | Probe> {
  const url = `${config.publicUrl}/hooks/${kind}${query}`
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(patienceMs) })
    return {
      status: response.status,
      type: (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase().slice(0, 60) ?? '',
      location: placeOf(response.headers.get('location') ?? '', url),
      asks: response.headers.has('www-authenticate'),
      text: await beginningOf(response),
    }
  } catch (error) {
    const seen = codeOf(error)
    return { fault: isOfTls(seen) ? 'certificate' : 'closed', seen }
  }
}

/** Without path and query, which may hold a token. */
function placeOf(location: string, from: string): string {
  return location && URL.canParse(location, from) ? new URL(location, from).origin : ''
}

async function beginningOf({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    parts.push(part as Uint8Array)
    size += (part as Uint8Array).length
    if (size >= maxRead) break
  }
  return Buffer.concat(parts).toString('utf8')
}

function codeOf(error: unknown): string {
  const { cause, code, name } = error as Error & { code?: unknown; cause?: { code?: unknown } }
  const found = cause?.code ?? code
  return typeof found === 'string' ? found : name
}

function isOfTls(code: string): boolean {
  return /CERT|^ERR_(?:SSL|TLS)|^UNABLE_TO_|^EPROTO$|SIGNATURE/.test(code)
}
