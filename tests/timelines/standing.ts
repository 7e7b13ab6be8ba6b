// The state at a moment as an observer knows it: identities, consents, campaigns begun.
import { hours } from '#platform/clock.ts'
import {
  type Act,
  afterConfirmed,
  broadcasts,
  type Confirmed,
  copyOf,
  kindOfWho,
  kinds,
  type Left,
  type LogEntry,
  numberOf,
  people,
  pricedSequence,
  rules,
} from './acts.ts'

export type Campaign = Left & { which: number; promotion: boolean; service: boolean; cost: number }

export const isCopy = (which: number) => which >= copyOf(0)
export const isSequence = (which: number) => which >= broadcasts.length && !isCopy(which)
export const pricedSteps = [numberOf(pricedSequence, 0), numberOf(pricedSequence, 1)]

export const startOf = (log: LogEntry[], which: number) =>
  log.find(({ act }) =>
    isCopy(which) ? act.is === 'copies' && copyOf(act.which) === which : act.is === 'starts' && act.which === which,
  )

export const isAbout = (one: LogEntry, who: string) => 'who' in one.act && one.act.who === who
/** Of what is still there: an erasure takes all of it. */
const lastAct = (log: LogEntry[], who: string, turn: number, which: Act['is'][]) =>
  log.findLast(
    one => isAbout(one, who) && which.includes(one.act.is) && one.turn < turn && one.turn > erasedAt(log, who, turn),
  )?.at ?? -Infinity
export const lastWrote = (log: LogEntry[], who: string, turn: number) =>
  lastAct(log, who, turn, ['writes', 'refuses', 'asks'])
/** By either side. */
export const lastTalked = (log: LogEntry[], who: string, turn: number) =>
  lastAct(log, who, turn, ['writes', 'refuses', 'asks', 'confirmed'])

/** What a campaign follows, if it follows an order or an appointment. */
export const followedBy = (which: number) =>
  (Object.keys(afterConfirmed) as Confirmed[]).find(what =>
    [0, 1].some(message => which === numberOf(afterConfirmed[what], message)),
  )

/** The turn in which they, or whoever they were one with, were erased last; -1: never. */
export function erasedAt(log: LogEntry[], who: string, turn: number): number {
  return log.some(({ act }) => act.is === 'erased') ? (standing(log, turn).erased.get(who) ?? -1) : -1
}

type Consent = { of: string; kind: string; what: 'agrees' | 'refuses'; by?: string; merge?: number }
type Merged = { stays: string; goes: string; moved: string[]; from: number; undone: boolean }

export function standing(log: LogEntry[], turn: number) {
  const is = new Map<string, string>(people.map(who => [who, who]))
  const book: Consent[] = []
  const merges: Merged[] = []
  const erased = new Map<string, number>()
  const one = (who: string) => is.get(who) ?? who
  const contactsOf = (of: string) => people.filter(who => one(who) === of)
  const kindsOf = (of: string) => [...new Set(contactsOf(of).map(kindOfWho))]
  const word = (of: string, kind: string) =>
    book.findLast(
      entry => entry.of === of && entry.kind === kind && (entry.merge === undefined || !merges[entry.merge]?.undone),
    )?.what
  const refuse = (of: string, kinds: Iterable<string>, more: Partial<Consent> = {}) => {
    for (const kind of kinds) book.push({ of, kind, what: 'refuses', ...more })
  }
  for (const { act, turn: at } of log) {
    if (at >= turn) break
    if (act.is === 'agrees') book.push({ of: one(act.who), kind: kindOfWho(act.who), what: 'agrees', by: act.who })
    if (act.is === 'refuses' || act.is === 'stops' || act.is === 'unfollows')
      refuse(one(act.who), kindsOf(one(act.who)), { by: act.who })
    if (act.is === 'merged') join(one(act.who), one(act.with))
    if (act.is === 'parted') part(one(act.who))
    if (act.is === 'erased') erase(one(act.who), at)
  }
  function join(stays: string, goes: string): void {
    const [own, theirs] = [kindsOf(stays), kindsOf(goes)]
    const shut = new Set<string>()
    for (const kind of kinds) {
      // A refusal holds wherever the other is known.
      if (word(stays, kind) === 'refuses') for (const other of theirs) if (!own.includes(other)) shut.add(other)
      if (word(goes, kind) === 'refuses') for (const other of [...own, ...theirs, kind]) shut.add(other)
      // Consent does not extend to a channel on which the other is known.
      if (word(stays, kind) === 'agrees' && theirs.some(other => other === kind) && word(goes, kind) !== 'agrees')
        shut.add(kind)
    }
    const moved = contactsOf(goes)
    refuse(stays, shut, { merge: merges.length })
    merges.push({ stays, goes, moved, from: book.length, undone: false })
    for (const who of moved) is.set(who, stays)
  }
  /** Earlier words return to each; refusals since the merge go to both, consents of the other to nobody. */
  function part(stays: string): void {
    const merge = merges.findLast(other => other.stays === stays && !other.undone)
    if (!merge) return
    merge.undone = true
    const both = contactsOf(stays)
    const back = both.filter(who => merge.moved.includes(who))
    for (const who of back) is.set(who, merge.goes)
    const since = (what: Consent['what'], whose: string[]) =>
      book.slice(merge.from).filter(entry => entry.what === what && entry.by !== undefined && whose.includes(entry.by))
    if (since('refuses', both).length > 0) refuse(merge.goes, new Set(back.map(kindOfWho)))
    const doubtful = since('agrees', back).filter(entry => entry.of === stays)
    refuse(stays, new Set(doubtful.map(({ kind }) => kind)))
  }
  /** Nobody is left; whoever comes back is new and alone, and a refusal on any channel holds for each of them. */
  function erase(of: string, at: number): void {
    const hasRefused = kinds.some(kind => word(of, kind) === 'refuses')
    for (const who of contactsOf(of)) {
      erased.set(who, at)
      is.set(who, `${who} after ${at}`)
      if (hasRefused) refuse(one(who), [kindOfWho(who)])
    }
  }
  return { one, erased, consentOf: (who: string) => word(one(who), kindOfWho(who)) }
}

export function lastOf(log: LogEntry[], turn: number, which: (act: Act) => boolean): Act['is'] | undefined {
  return log.findLast(note => note.turn < turn && which(note.act))?.act.is
}

export function rulesAt(log: LogEntry[], turn: number): (typeof rules)[keyof typeof rules] {
  const last = log.findLast(note => note.turn < turn && note.act.is === 'rules')?.act
  return rules[last?.is === 'rules' ? last.like : 'usual']
}

/** What the plan allowed when it was last nearly used up; undefined: enough. */
export function unitsAt(log: LogEntry[], turn: number): { since: number; units: number } | undefined {
  const last = log.findLast(
    ({ act, ...note }) => note.turn < turn && (act.is === 'nearly used up' || act.is === 'refilled'),
  )
  return last?.act.is === 'nearly used up' ? { since: last.turn, units: last.act.units } : undefined
}

/** On the shop's clock. */
export const monthOf = ({ at }: { at: number }) => new Date(at + hours(7)).toISOString().slice(0, 7)
export const spentBySequence = (campaigns: Campaign[]) =>
  campaigns.reduce((sum, { which, cost }) => sum + (pricedSteps.includes(which) ? cost : 0), 0)

/** Or erased: who they are has changed. */
export const mergedIn = (log: LogEntry[]) =>
  new Set<string>(
    log.flatMap(({ act }) => (act.is === 'merged' ? [act.who, act.with] : act.is === 'erased' ? [act.who] : [])),
  )
