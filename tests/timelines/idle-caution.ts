// Who may get something, and is not written to for an hour, was forgotten. It shares no code with what decides.
import assert from 'node:assert/strict'
import { hours } from '#platform/clock.ts'
import {
  type Act,
  byTemplate,
  confirmed,
  copyOf,
  kindOfWho,
  type LogEntry,
  people,
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
  lastWrote,
  mergedIn,
  monthOf,
  spentBySequence,
  standing,
  startOf,
} from './standing.ts'

type Beginning = { at: number; turn: number; act: Act; which: number; whom: readonly string[] }

/** So long somebody may get it, and then they have got it: work is looked at at the beginnings of pieces of time. */
const longEnough = hours(1) + 2 * step
const talk = hours(1)
/** So long a sequence's message waits for its time, and a broadcast for somebody's. */
const waits = { sequence: hours(20), broadcast: hours(24) }
const planHolds = 50

/**
 * Whom nothing forbids for more than an hour after a start, an entry or a second try has got it; as long as nothing happens by which
 * they may have been struck off, whatever happens beside it. @returns how often that was to be seen
 */
export function noIdleCaution({ notes, until }: Story, got: Campaign[], tried: Campaign[]): number {
  if (tried.length >= planHolds) return 0
  const merged = mergedIn(notes)
  let looked = 0
  for (const note of notes) {
    const begun = begunBy(note)
    for (const who of begun?.whom ?? []) {
      if (!begun || merged.has(who)) continue
      const end = endOfWaiting(notes, begun, who)
      if (end === undefined || end > until || !mayGetIt(notes, { got, tried }, begun, who, end)) continue
      const { which, turn, act } = begun
      looked++
      // Whom the platform refused nobody has forgotten.
      assert.ok(
        tried.some(one => one.who === who && one.which === which && (act.is !== 'retries' || one.turn > turn)),
        `${who} did not get ${which} by ${new Date(end).toISOString()}`,
      )
    }
  }
  return looked
}

/** Of what it is the beginning, and for whom. */
function begunBy({ at, turn, act }: LogEntry): Beginning | undefined {
  const begun = { at, turn, act }
  if (act.is === 'enters') return { ...begun, which: act.which, whom: [act.who] }
  if (act.is === 'starts' || act.is === 'retries') return { ...begun, which: act.which, whom: people }
  return act.is === 'copies' ? { ...begun, which: copyOf(act.which), whom: people } : undefined
}

/**
 * By when they have it: an hour in which they are not talking, it is neither paused nor too late in the day, and the channel is there.
 * undefined: there is none, or they may have been struck off before.
 */
function endOfWaiting(notes: LogEntry[], { at, turn, which }: Beginning, who: string): number | undefined {
  const kind = kindOfWho(who)
  const isLine = ({ is, ...act }: Act) => (is === 'lost' || is === 'found') && 'kind' in act && act.kind === kind
  let shut = { paused: false, lost: lastOf(notes, turn, isLine) === 'lost' }
  let from = inHours(Math.max(at, lastWrote(notes, who, turn) + talk), which)
  for (const { act, ...note } of notes) {
    if (note.turn <= turn) continue
    if (note.at > from + longEnough) break
    if (strikesOff(act, which, who)) return undefined
    if (isAbout({ act, ...note }, who) && act.is === 'writes') from = note.at + talk
    else if (isLine(act)) shut = { ...shut, lost: act.is === 'lost' }
    else if (act.is === 'pauses' && act.which === which) shut = { ...shut, paused: true }
    else if (act.is === 'resumes' && act.which === which) shut = { ...shut, paused: false }
    else continue
    from = inHours(Math.max(from, note.at), which)
  }
  const end = from + longEnough
  const late = end > at + (isSequence(which) ? waits.sequence : waits.broadcast)
  return shut.paused || shut.lost || late ? undefined : end
}

/** What advertises goes by day. */
function inHours(from: number, which: number): number {
  if (purposes[which] !== 'promotion') return from
  const hour = (time: number) => new Date(time + hours(7)).getUTCHours()
  let time = from
  while (hour(time) < 8 || hour(time + longEnough) >= 21 || hour(time + longEnough) < hour(time)) time += step
  return time
}

/** After which nobody knows from outside whether they may still get it. */
function strikesOff(act: Act, which: number, who: string): boolean {
  if ((act.is === 'refuses' || act.is === 'stops') && act.who === who) return true
  if ((act.is === 'edited' || act.is === 'cancels') && act.which === which) return true
  return byTemplate.includes(which) && ['withdrawn', 'approved', 'dearer', 'cheaper'].includes(act.is)
}

type Sent = { got: Campaign[]; tried: Campaign[] }

function mayGetIt(notes: LogEntry[], { got, tried }: Sent, begun: Beginning, who: string, end: number): boolean {
  const { at, turn, act, which } = begun
  const template = byTemplate.includes(which)
  const last = (...of: Act['is'][]) => lastOf(notes, turn, other => of.includes(other.is))
  if (template && last('withdrawn', 'approved') === 'withdrawn') return false
  if (isSequence(which) && (isFull(notes, who, turn) || (template && !affordable(notes, got, begun, who, end))))
    return false
  if (act.is === 'copies' && !missed(notes, act.which, who)) return false
  if (act.is === 'retries') {
    if (template && last('dearer', 'cheaper') === 'dearer') return false
    if (!refusedBefore(tried, which, who, turn) || !coversAll(notes, tried, which, turn, end)) return false
  }
  if (!isSequence(which) && end > at + longEnough && !costsAsCounted(notes, begun, end)) return false
  const promotion = purposes[which] === 'promotion'
  const kind = kindOfWho(who)
  const wish = standing(notes, turn).wish(who)
  const wrote = lastWrote(notes, who, turn)
  const isCarried = template ? kind === 'zalo' : kind === 'facebook' || !promotion
  const isWished = promotion ? wish === 'agrees' : wish !== 'refuses'
  const inTime = template ? wrote > -Infinity : wrote > end - hours(24)
  const lately = tried.some(
    one =>
      one.who === who && one.promotion === promotion && one.at > at - hours(24) && one.at <= end && one.which !== which,
  )
  return isCarried && isWished && inTime && !lately
}

/** More than three at once nobody goes through. */
function isFull(notes: LogEntry[], who: string, turn: number): boolean {
  return notes.filter(note => note.act.is === 'enters' && isAbout(note, who) && note.turn < turn).length >= 3
}

/** The template costs no more than the sequence may spend, and the month holds another, whoever else takes of it. */
function affordable(notes: LogEntry[], got: Campaign[], { turn }: Beginning, who: string, end: number): boolean {
  const others = got.filter(one => one.who !== who && one.at <= end && monthOf(one) === monthOf({ at: end }))
  const price = lastOf(notes, turn, act => act.is === 'dearer' || act.is === 'cheaper')
  return price !== 'dearer' && spentBySequence(others) + prices.usual <= confirmed.inMonth
}

/** What was confirmed is enough for whoever may still get it: else it pauses, and that is no caution. */
function coversAll(notes: LogEntry[], tried: Campaign[], which: number, turn: number, end: number): boolean {
  return people.every(who => {
    const mine = tried.filter(one => one.which === which && one.who === who && one.turn < turn)
    const wrote = lastWrote(notes, who, turn)
    if (mine.some(one => one.arrived) || wrote === -Infinity) return true
    return byTemplate.includes(which) ? mine.length > 0 || kindOfWho(who) === 'facebook' : wrote > end - hours(24)
  })
}

/** Of a text: for nobody what was free at the start is over meanwhile. What a template costs was counted for who gets it at once. */
function costsAsCounted(notes: LogEntry[], { at, turn, which }: Beginning, end: number): boolean {
  if (byTemplate.includes(which)) return false
  return people.every(who => {
    const freeUntil = lastWrote(notes, who, turn) + hours(kindOfWho(who) === 'facebook' ? 24 : 48)
    return freeUntil <= at || freeUntil > end
  })
}

/** The first was for them too, and forbidden to them for certain as long as it was looked for whom it may go. */
function missed(notes: LogEntry[], which: number, who: string): boolean {
  const start = startOf(notes, which)
  if (!start || lastWrote(notes, who, start.turn) === -Infinity) return false
  if (notes.some(note => isAbout(note, who) && note.turn > start.turn && note.at <= start.at + 2 * step)) return false
  const wish = standing(notes, start.turn).wish(who)
  return purposes[which] === 'promotion' ? wish !== 'agrees' : wish === 'refuses'
}

const refusedBefore = (tried: Campaign[], which: number, who: string, turn: number) =>
  tried.some(one => !one.arrived && one.which === which && one.who === who && one.turn < turn)
