// Whoever may get a message for an hour must get it. Shares no code with what decides.
import assert from 'node:assert/strict'
import { hours } from '#platform/clock.ts'
import {
  type Act,
  afterConfirmed,
  byTemplate,
  confirmed,
  copyOf,
  kindOfWho,
  type LogEntry,
  numberOf,
  people,
  planHolds,
  prices,
  purposes,
  step,
  type Story,
} from './acts.ts'
import {
  type Campaign,
  isAbout,
  isSequence,
  lastOf,
  lastTalked,
  lastWrote,
  mergedIn,
  monthOf,
  rulesAt,
  spentBySequence,
  standing,
  startOf,
  unitsAt,
} from './standing.ts'

type Beginning = { at: number; turn: number; act: Act; which: number; whom: readonly string[] }

/** An hour, plus two steps, since work is only looked at when a step begins. */
const longEnough = hours(1) + 2 * step
const talk = hours(1)
/** How long a sequence's or broadcast's message waits. */
const waits = { sequence: hours(20), broadcast: hours(24) }

/** Fails for recipients who could have got a message for over an hour, and did not. Returns how many were judged. */
export function noIdleCaution({ log, until }: Story, got: Campaign[], tried: Campaign[]): number {
  if (tried.length >= planHolds) return 0
  const merged = mergedIn(log)
  let looked = 0
  for (const note of log) {
    const begun = begunBy(note, log)
    for (const who of begun?.whom ?? []) {
      if (!begun || merged.has(who)) continue
      const end = endOfWaiting(log, begun, who)
      if (end === undefined || end > until || !mayGetIt(log, { got, tried }, begun, who, end)) continue
      const { which, turn, act } = begun
      looked++
      // A platform's refusal is not neglect.
      assert.ok(
        tried.some(one => one.who === who && one.which === which && (act.is !== 'retries' || one.turn > turn)),
        `${who} did not get ${which} by ${new Date(end).toISOString()}`,
      )
    }
  }
  return looked
}

function begunBy({ at, turn, act }: LogEntry, log: LogEntry[]): Beginning | undefined {
  const begun = { at, turn, act }
  if (act.is === 'enters') return { ...begun, which: act.which, whom: [act.who] }
  if (act.is === 'confirmed') {
    const { who, what } = act
    const isFirst = !log.some(
      note => note.turn < turn && note.act.is === 'confirmed' && note.act.who === who && note.act.what === what,
    )
    return isFirst ? { ...begun, which: numberOf(afterConfirmed[what], 0), whom: [who] } : undefined
  }
  if (act.is === 'starts' || act.is === 'retries') return { ...begun, which: act.which, whom: people }
  return act.is === 'copies' ? { ...begun, which: copyOf(act.which), whom: people } : undefined
}

/** The end of their first free hour; undefined if there is none, or they may have been excluded before. */
function endOfWaiting(log: LogEntry[], { at, turn, which }: Beginning, who: string): number | undefined {
  const kind = kindOfWho(who)
  const isLine = ({ is, ...act }: Act) => (is === 'lost' || is === 'found') && 'kind' in act && act.kind === kind
  let shut = { paused: false, lost: lastOf(log, turn, isLine) === 'lost' }
  const times = rulesAt(log, turn)
  let from = inHours(Math.max(at, lastTalked(log, who, turn) + talk), which, times)
  for (const { act, ...note } of log) {
    if (note.turn <= turn) continue
    if (note.at > from + longEnough) break
    if (strikesOff(act, which, who)) return undefined
    if (isAbout({ act, ...note }, who) && ['writes', 'asks', 'confirmed'].includes(act.is)) from = note.at + talk
    else if (isLine(act)) shut = { ...shut, lost: act.is === 'lost' }
    else if (act.is === 'pauses' && act.which === which) shut = { ...shut, paused: true }
    else if (act.is === 'resumes' && act.which === which) shut = { ...shut, paused: false }
    else continue
    from = inHours(Math.max(from, note.at), which, times)
  }
  const end = from + longEnough
  const late = end > at + (isSequence(which) ? waits.sequence : waits.broadcast)
  return shut.paused || shut.lost || late ? undefined : end
}

type Times = ReturnType<typeof rulesAt>

function inHours(from: number, which: number, times: Times): number {
  if (purposes[which] !== 'promotion') return from
  const hour = (time: number) => new Date(time + hours(7)).getUTCHours()
  let time = from
  while (hour(time) < times.from || hour(time + longEnough) >= times.until || hour(time + longEnough) < hour(time))
    time += step
  return time
}

/** From here on an observer cannot tell whether they may still get it. */
function strikesOff(act: Act, which: number, who: string): boolean {
  if ((act.is === 'refuses' || act.is === 'stops' || act.is === 'unfollows') && act.who === who) return true
  if (act.is === 'rules' || act.is === 'nearly used up') return true
  if ((act.is === 'edited' || act.is === 'cancels') && act.which === which) return true
  return byTemplate.includes(which) && ['withdrawn', 'approved', 'higher', 'cheaper'].includes(act.is)
}

type Sent = { got: Campaign[]; tried: Campaign[] }

function mayGetIt(log: LogEntry[], { got, tried }: Sent, begun: Beginning, who: string, end: number): boolean {
  const { at, turn, act, which } = begun
  const template = byTemplate.includes(which)
  const last = (...of: Act['is'][]) => lastOf(log, turn, other => of.includes(other.is))
  if (unitsAt(log, turn) || (template && last('withdrawn', 'approved') === 'withdrawn')) return false
  if (isSequence(which) && (isFull(log, who, turn) || (template && !affordable(log, got, begun, who, end))))
    return false
  if (act.is === 'copies' && !missed(log, act.which, who)) return false
  if (act.is === 'retries') {
    if (template && (last('higher', 'cheaper') === 'higher' || !confirmedCovers(log, got, which, end))) return false
    if (!refusedBefore(tried, which, who, turn) || !coversAll(log, tried, which, turn, end)) return false
  }
  if (!isSequence(which) && end > at + longEnough && !costsAsCounted(log, begun, end)) return false
  const promotion = purposes[which] === 'promotion'
  const kind = kindOfWho(who)
  const consent = standing(log, turn).consentOf(who)
  const wrote = lastWrote(log, who, turn)
  const isCarried = template ? kind === 'zalo' : kind !== 'zalo' || !promotion
  const isAllowed = promotion ? consent === 'agrees' : consent !== 'refuses'
  const inTime = template || kind === 'website' ? wrote > -Infinity : wrote > end - hours(24)
  const lately = tried.some(
    one =>
      one.who === who && one.promotion === promotion && one.at > at - hours(24) && one.at <= end && one.which !== which,
  )
  return isCarried && isAllowed && inTime && !lately
}

/** The limit is three sequences per person. */
function isFull(log: LogEntry[], who: string, turn: number): boolean {
  return (
    log.filter(
      note => (note.act.is === 'enters' || note.act.is === 'confirmed') && isAbout(note, who) && note.turn < turn,
    ).length >= 3
  )
}

/** Within the sequence's price limit and monthly budget, whoever else uses it. */
function affordable(log: LogEntry[], got: Campaign[], { turn }: Beginning, who: string, end: number): boolean {
  const others = got.filter(one => one.who !== who && one.at <= end && monthOf(one) === monthOf({ at: end }))
  const price = lastOf(log, turn, act => act.is === 'higher' || act.is === 'cheaper')
  return price !== 'higher' && spentBySequence(others) + prices.normal <= confirmed.inMonth
}

/** Whoever came later may have taken what one whom the platform refused was confirmed for. */
function confirmedCovers(log: LogEntry[], got: Campaign[], which: number, end: number): boolean {
  const spent = got.reduce((sum, one) => sum + (one.which === which && one.at <= end ? one.cost : 0), 0)
  return spent + prices.normal <= (startOf(log, which)?.max ?? 0)
}

/** Otherwise the broadcast pauses, legitimately. */
function coversAll(log: LogEntry[], tried: Campaign[], which: number, turn: number, end: number): boolean {
  return people.every(who => {
    const mine = tried.filter(one => one.which === which && one.who === who && one.turn < turn)
    const wrote = lastWrote(log, who, turn)
    if (mine.some(one => one.arrived) || wrote === -Infinity) return true
    if (byTemplate.includes(which)) return mine.length > 0 || kindOfWho(who) !== 'zalo'
    return kindOfWho(who) === 'website' || wrote > end - hours(24)
  })
}

/** For a text: nobody's free window has closed since. A template's price was counted for immediate recipients. */
function costsAsCounted(log: LogEntry[], { at, turn, which }: Beginning, end: number): boolean {
  if (byTemplate.includes(which)) return false
  return people.every(who => {
    if (kindOfWho(who) === 'website') return true
    const freeUntil = lastWrote(log, who, turn) + hours(kindOfWho(who) === 'facebook' ? 24 : 48)
    return freeUntil <= at || freeUntil > end
  })
}

/** They were in the first audience and certainly excluded while it looked for a route. */
function missed(log: LogEntry[], which: number, who: string): boolean {
  const start = startOf(log, which)
  if (!start || lastWrote(log, who, start.turn) === -Infinity) return false
  if (log.some(note => isAbout(note, who) && note.turn > start.turn && note.at <= start.at + 2 * step)) return false
  const consent = standing(log, start.turn).consentOf(who)
  return purposes[which] === 'promotion' ? consent !== 'agrees' : consent === 'refuses'
}

const refusedBefore = (tried: Campaign[], which: number, who: string, turn: number) =>
  tried.some(one => !one.arrived && one.which === which && one.who === who && one.turn < turn)
