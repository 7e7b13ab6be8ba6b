import { textOf } from './text-of.ts'

export type CallFault =
  | `http:${number}`
  | 'html'
  | 'empty200'
  /** Carried out, but answered as Zalo sometimes does: success without data. */
  | 'no_data'
  | 'reset_before_write'
  | 'reset_after_write'
  | 'rate_limit'
  | 'token_expired'
  | 'permission_lost'
  | 'window_closed'
  | 'page_restricted'
  | { delay_ms: number }
  /** Carried out, but answered without some fields, e.g. 'data.message_id'. */
  | { without: string[] }
  | { error: { code: number | string; subcode?: number; message?: string; status?: number; is_transient?: boolean } }

export type DeliveryFault =
  | 'reorder'
  | 'drop'
  | 'bad_signature'
  | 'no_signature'
  | 'truncate'
  | 'echo_before_response'
  | 'receipt_before_echo'
  | 'unescaped_utf8'
  | 'unknown_event'
  | { duplicate: number; concurrent?: boolean }
  | { batch: number }
  | { delay_ms: number }
  | { without: string[] }

export type FaultRule = {
  /** path: a part of it; user: the call or event's subject; nth: only the nth match, from 1 */
  match?: { path?: string; user?: string; nth?: number }
  /** default: 1; 0: until the next reset */
  times?: number
  /** between 0 and 1; the same draws after each reset */
  chance?: number
  /** needed for delay_ms and without, which both kinds have; default: call */
  on?: 'call' | 'delivery'
  action: CallFault | DeliveryFault
}

export type Faults = {
  add(rules: FaultRule[]): void
  forCall(about: About): CallFault | undefined
  forDelivery(about: About): DeliveryFault[]
  strikes(action: DeliveryFault & string, about: About): boolean
  reset(seed?: number): void
}

type About = { path?: string | undefined; user?: string | undefined }
type StoredRule = FaultRule & { left: number; seen: number }

const deliveryFaults = new Set([
  'reorder',
  'drop',
  'bad_signature',
  'no_signature',
  'truncate',
  'echo_before_response',
  'receipt_before_echo',
  'unescaped_utf8',
  'unknown_event',
  'duplicate',
  'batch',
])
const platformFaults = new Set<unknown>(['echo_before_response', 'receipt_before_echo'])

export function makeFaults(): Faults {
  let rules: StoredRule[] = []
  let dice = makeDice(1)

  function strikes(rule: StoredRule, about: About): boolean {
    const { path, user, nth } = rule.match ?? {}
    if (rule.left <= 0 || (path && !about.path?.includes(path)) || (user && about.user !== user)) return false
    rule.seen += 1
    if (nth !== undefined && rule.seen !== nth) return false
    if (rule.chance !== undefined && dice() >= rule.chance) return false
    rule.left -= 1
    return true
  }

  return {
    add(added) {
      for (const rule of added) {
        const left = rule.times === 0 ? Infinity : (rule.times ?? 1)
        rules.push({ ...rule, action: asObject(rule.action), left, seen: 0 })
      }
    },
    forCall: about =>
      rules.find(rule => sideOf(rule) === 'call' && strikes(rule, about))?.action as CallFault | undefined,
    forDelivery: about =>
      rules
        .filter(rule => sideOf(rule) === 'delivery' && !platformFaults.has(rule.action) && strikes(rule, about))
        .map(rule => rule.action as DeliveryFault),
    strikes: (action, about) => rules.some(rule => rule.action === action && strikes(rule, about)),
    reset(seed = 1) {
      rules = []
      dice = makeDice(seed)
    },
  }
}

function asObject(action: FaultRule['action']): FaultRule['action'] {
  const [, name, number] = /^(duplicate|batch|delay_ms):(\d+)$/.exec(textOf(action)) ?? []
  return name ? ({ [name]: Number(number) } as FaultRule['action']) : action
}

function sideOf({ on, action }: FaultRule): 'call' | 'delivery' {
  const name = typeof action === 'string' ? action : (Object.keys(action)[0] ?? '')
  return on ?? (deliveryFaults.has(name) ? 'delivery' : 'call')
}

function makeDice(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
