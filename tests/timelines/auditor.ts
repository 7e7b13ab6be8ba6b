// Everything that left a shop, held against what had happened by then. It shares no code with what decided it.
import assert from 'node:assert/strict'
import { hours } from '#platform/clock.ts'
import {
  type Act,
  broadcasts,
  byTemplate,
  confirmed,
  copyOf,
  kindOfWho,
  type Left,
  type Noted,
  numberOf,
  people,
  pricedSequence,
  prices,
  purposes,
  step,
  type Story,
} from './acts.ts'

type Campaign = Left & { which: number; promotion: boolean; service: boolean; cost: number }

/** A message of Zalo's after the first two days is billed so. */
const lateReply = 55

const isCopy = (which: number) => which >= copyOf(0)
const isSequence = (which: number) => which >= broadcasts.length && !isCopy(which)
const pricedSteps = [numberOf(pricedSequence, 0), numberOf(pricedSequence, 1)]

/** How often something happened of which the laws speak. */
export type Seen = Record<
  'sent' | 'bySequence' | 'paid' | 'billed' | 'pricedStep' | 'copied' | 'again' | 'stale',
  number
>

/** @returns how much was sent, and which laws had something to say */
export function audit({ notes, left }: Story): Seen {
  const tried = left.flatMap((one): Campaign[] => {
    const which = Number(/Tin (\d+)/.exec(one.text)?.[1] ?? Number.NaN)
    if (Number.isNaN(which)) return []
    const purpose = purposes[which]
    const about = { promotion: purpose === 'promotion', service: purpose === 'service' }
    return [{ ...one, which, ...about, cost: costOf(one, notes) }]
  })
  const campaigns = tried.filter(one => one.arrived)
  for (const one of tried) judge(one, notes, campaigns)
  spending(notes, campaigns)
  drafts(notes, tried)
  onlyTheRest(notes, campaigns)
  noIdleCaution(notes, campaigns, tried)
  const count = (which: (one: Campaign) => boolean) => campaigns.filter(which).length
  const refused = (one: Campaign) => tried.some(other => !other.arrived && isSame(one, other) && other.turn < one.turn)
  return {
    sent: campaigns.length,
    bySequence: count(one => isSequence(one.which)),
    paid: count(one => one.paid),
    billed: count(one => one.cost > 0),
    pricedStep: count(one => pricedSteps.includes(one.which) && one.cost > 0),
    copied: count(one => isCopy(one.which)),
    again: count(refused),
    stale: notes.filter(({ act }) => act.is === 'changed').length,
  }
}

const isSame = (one: Campaign, other: Campaign) => one.which === other.which && one.who === other.who
/** The note of a broadcast's start, or of a copy's. */
const startOf = (notes: Noted[], which: number) =>
  notes.find(({ act }) =>
    isCopy(which) ? act.is === 'copies' && copyOf(act.which) === which : act.is === 'starts' && act.which === which,
  )

const isAbout = (one: Noted, who: string) => 'who' in one.act && one.act.who === who
const lastWrote = (notes: Noted[], who: string, turn: number) =>
  notes.findLast(one => isAbout(one, who) && (one.act.is === 'writes' || one.act.is === 'refuses') && one.turn < turn)
    ?.at ?? -Infinity

/** What Zalo takes for it, in đồng; Messenger's subscriptions are billed elsewhere. */
function costOf(one: Left, notes: Noted[]): number {
  if (one.template)
    return lastOf(notes, one.turn, act => act.is === 'dearer' || act.is === 'cheaper') === 'dearer'
      ? prices.dearer
      : prices.usual
  return kindOfWho(one.who) === 'zalo' && one.at >= lastWrote(notes, one.who, one.turn) + hours(48) ? lateReply : 0
}

/** Who is one, and what they wish on each channel, as it stood then. */
function standing(notes: Noted[], turn: number) {
  const is = new Map<string, string>(people.map(who => [who, who]))
  const wishes = new Map<string, 'agrees' | 'refuses'>()
  const one = (who: string) => is.get(who) ?? who
  const place = (who: string, kind = kindOfWho(who)) => `${one(who)} ${kind}`
  const known = (who: string) => new Set(people.filter(other => one(other) === one(who)).map(kindOfWho))
  for (const { act, turn: at } of notes) {
    if (at >= turn) break
    if (act.is === 'agrees') wishes.set(place(act.who), 'agrees')
    if (act.is === 'refuses' || act.is === 'stops')
      for (const kind of known(act.who)) wishes.set(place(act.who, kind), 'refuses')
    if (act.is === 'merged') join(act.who, act.with)
  }
  function join(stays: string, goes: string): void {
    const kinds = new Set([...known(stays), ...known(goes)])
    const both = [...kinds].map(kind => ({
      ...{ kind, inBoth: known(stays).has(kind) && known(goes).has(kind), inStays: known(stays).has(kind) },
      ...{ own: wishes.get(place(stays, kind)), other: wishes.get(place(goes, kind)) },
    }))
    // What one refused holds wherever the other is known.
    const ownRefusal = both.some(({ own, inStays }) => inStays && own === 'refuses')
    const otherRefusal = both.some(({ other }) => other === 'refuses')
    for (const who of people) if (one(who) === one(goes) && who !== goes) is.set(who, one(stays))
    is.set(goes, one(stays))
    for (const { kind, inBoth, inStays, own, other } of both) {
      const refused = otherRefusal || own === 'refuses' || (!inStays && (ownRefusal || other === 'refuses'))
      // Nobody agrees for somebody else on a channel on which they are known themselves.
      const agreed = inBoth ? own === 'agrees' && other === 'agrees' : inStays ? own === 'agrees' : false
      wishes.delete(place(stays, kind))
      if (refused) wishes.set(place(stays, kind), 'refuses')
      else if (agreed) wishes.set(place(stays, kind), 'agrees')
    }
  }
  return { one, wish: (who: string) => wishes.get(place(who)) }
}

function lastOf(notes: Noted[], turn: number, which: (act: Act) => boolean): Act['is'] | undefined {
  return notes.findLast(note => note.turn < turn && which(note.act))?.act.is
}

function judge(one: Campaign, notes: Noted[], campaigns: Campaign[]): void {
  const kind = kindOfWho(one.who)
  const story = `${new Date(one.at).toISOString()} ${one.who} got ${one.text}`
  const { one: person, wish } = standing(notes, one.turn)
  // What is about an order goes to who refused news only.
  if (!one.service) assert.notEqual(wish(one.who), 'refuses', `${story} after refusing`)
  if (one.promotion) assert.equal(wish(one.who), 'agrees', `${story} without consent`)
  const wrote = lastWrote(notes, one.who, one.turn)
  const key = notes.findLast(
    note => note.turn < one.turn && isAbout(note, one.who) && (note.act.is === 'subscribes' || note.act.is === 'stops'),
  )
  if (one.paid) assert.equal(key?.act.is, 'subscribes', `${story} without having subscribed`)
  if (kind === 'facebook')
    assert.equal(one.paid, one.at >= wrote + hours(24), `${story} outside the window, or paid for inside of it`)
  else if (!one.template) assert.ok(one.at < wrote + hours(24 * 7), `${story} outside the window`)
  if (!one.service) assert.ok(one.at >= wrote + hours(1), `${story} in the middle of a talk`)
  assert.equal(one.template, byTemplate.includes(one.which), `${story} by a template, or without one`)
  if (!one.template && !one.service) assert.match(one.text, one.promotion ? /^\[QC\] .*TC/s : /TC/, story)
  const hour = new Date(one.at + hours(7)).getUTCHours()
  assert.ok(!one.promotion || (hour >= 8 && hour < 21), `${story} at ${hour} o'clock`)
  const before = campaigns.filter(other => other.turn < one.turn && person(other.who) === person(one.who))
  // Two who turn out to be one after each had begun may each be told what is about an order.
  const twice = before.some(other => other.which === one.which && (!one.service || other.who === one.who))
  assert.ok(!twice, `${story} twice`)
  const near = before.filter(other => purposes[other.which] === purposes[one.which] && one.at - other.at < hours(24))
  if (!one.service) assert.deepEqual(near, [], `${story} twice in a day`)
  const cancelled = lastOf(notes, one.turn, act => act.is === 'cancels' && act.which === one.which)
  assert.equal(cancelled, undefined, `${story} after it was cancelled`)
  const state = lastOf(notes, one.turn, act => (act.is === 'pauses' || act.is === 'resumes') && act.which === one.which)
  assert.notEqual(state, 'pauses', `${story} while paused`)
  const line = lastOf(notes, one.turn, act => (act.is === 'lost' || act.is === 'found') && act.kind === kind)
  assert.notEqual(line, 'lost', `${story} without a channel`)
  const template = lastOf(notes, one.turn, act => act.is === 'withdrawn' || act.is === 'approved')
  if (one.template) assert.notEqual(template, 'withdrawn', `${story} by a template that was withdrawn`)
}

/** What is billed was confirmed, one by one and all together; of sequences one may spend, so much in a month. */
function spending(notes: Noted[], campaigns: Campaign[]): void {
  for (const one of campaigns) {
    const most = isSequence(one.which)
      ? pricedSteps.includes(one.which)
        ? confirmed.ofSequence
        : 0
      : confirmed.ofBroadcast
    assert.ok(one.cost <= most, `${one.text} for ${one.who} cost ${one.cost}, and ${most} were confirmed`)
    if (!one.paid) assert.equal(one.mayCost, one.cost > 0, `${one.text} for ${one.who} cost ${one.cost}`)
  }
  for (const which of [...broadcasts.keys(), ...broadcasts.map((_, at) => copyOf(at))]) {
    const most = startOf(notes, which)?.most ?? 0
    const spent = campaigns
      .filter(one => one.which === which)
      .reduce((sum, { cost, paid }) => sum + (paid ? 300 : cost), 0)
    assert.ok(spent <= most, `${spent} đồng were spent on ${which}, and ${most} confirmed`)
  }
  for (const month of new Set(campaigns.map(monthOf))) {
    const spent = spentBySequence(campaigns.filter(one => monthOf(one) === month))
    assert.ok(spent <= confirmed.inMonth, `a sequence spent ${spent} đồng in ${month}`)
  }
}

/** On the shop's clock. */
const monthOf = ({ at }: { at: number }) => new Date(at + hours(7)).toISOString().slice(0, 7)
const spentBySequence = (campaigns: Campaign[]) =>
  campaigns.reduce((sum, { which, cost }) => sum + (pricedSteps.includes(which) ? cost : 0), 0)

/** What was changed after it was counted does not start, and what starts says what was written last. */
function drafts(notes: Noted[], tried: Campaign[]): void {
  for (const { act, startedStale } of notes)
    if (act.is === 'changed') assert.equal(startedStale, false, `${act.which} was started as it was before a change`)
  for (const { which, text } of tried) {
    if (isSequence(which)) continue
    const says = notes.findLast(({ act }) => act.is === 'changed' && act.which === which)?.says ?? `Tin ${which}`
    assert.match(text, new RegExp(`${says}(?! lần|\\d)`), `${text} left, and the draft said ${says}`)
  }
}

const mergedIn = (notes: Noted[]) =>
  new Set<string>(notes.flatMap(({ act }) => (act.is === 'merged' ? [act.who, act.with] : [])))

/** A copy for the rest goes to nobody who had got the first. */
function onlyTheRest(notes: Noted[], campaigns: Campaign[]): void {
  const merged = mergedIn(notes)
  for (const one of campaigns) {
    if (!isCopy(one.which) || merged.has(one.who)) continue
    const since = startOf(notes, one.which)?.turn ?? 0
    const had = campaigns.some(
      other =>
        copyOf(other.which) === one.which && other.who === one.who && other.turn < since && !isSequence(other.which),
    )
    assert.ok(!had, `${one.who} got ${one.text}, and had got the first`)
  }
}

/** Whom nothing forbids for more than an hour after a start, or a second try, in which nothing else happens, has got it. */
function noIdleCaution(notes: Noted[], got: Campaign[], tried: Campaign[]): void {
  const merged = mergedIn(notes)
  for (const { at, turn, act } of notes) {
    const begun = begunBy(act)
    if (begun === undefined) continue
    const { which, whom } = begun
    const end = at + hours(1) + 2 * step
    if (notes.some(note => note.at > at && note.at <= end)) continue
    const [from, to] = [at, end].map(time => new Date(time + hours(7)).getUTCHours()) as [number, number]
    const promotion = purposes[which] === 'promotion'
    if (promotion && (from < 8 || to >= 21 || to < from)) continue
    const template = byTemplate.includes(which)
    const last = (...of: Act['is'][]) => lastOf(notes, turn, other => of.includes(other.is))
    if (template && last('withdrawn', 'approved') === 'withdrawn') continue
    if (isSequence(which) && template && !affordable(notes, got, at, turn)) continue
    if (act.is === 'retries' && template && last('dearer', 'cheaper') === 'dearer') continue
    if (act.is === 'retries' && !coversAll(notes, tried, which, turn, end)) continue
    for (const who of whom) {
      const kind = kindOfWho(who)
      if (
        merged.has(who) ||
        lastOf(notes, turn, other => (other.is === 'lost' || other.is === 'found') && other.kind === kind) === 'lost'
      )
        continue
      if (act.is === 'copies' && !missed(notes, act.which, who)) continue
      if (act.is === 'retries' && !refusedBefore(tried, which, who, turn)) continue
      const carried = template ? kind === 'zalo' : kind === 'facebook' || !promotion
      const wish = standing(notes, turn).wish(who)
      const wrote = lastWrote(notes, who, turn)
      const inTime = template ? wrote > -Infinity : wrote > end - hours(24)
      const lately = got.some(
        one => one.who === who && one.promotion === promotion && one.at > at - hours(24) && one.which !== which,
      )
      const wished = promotion ? wish === 'agrees' : wish !== 'refuses'
      if (!carried || !wished || !inTime || wrote >= at - hours(1) || lately) continue
      // Whom the platform refused nobody has forgotten.
      assert.ok(
        tried.some(one => one.who === who && one.which === which && (act.is !== 'retries' || one.turn > turn)),
        `${who} did not get ${which}`,
      )
    }
  }
}

/** Of what it is the beginning, and for whom. */
function begunBy(act: Act): { which: number; whom: readonly string[] } | undefined {
  if (act.is === 'enters') return { which: act.which, whom: [act.who] }
  if (act.is === 'starts' || act.is === 'retries') return { which: act.which, whom: people }
  return act.is === 'copies' ? { which: copyOf(act.which), whom: people } : undefined
}

/** The template costs no more than the sequence may spend, and the month holds another. */
function affordable(notes: Noted[], got: Campaign[], at: number, turn: number): boolean {
  const spent = spentBySequence(got.filter(one => one.turn < turn && monthOf(one) === monthOf({ at })))
  const price = lastOf(notes, turn, act => act.is === 'dearer' || act.is === 'cheaper')
  return price !== 'dearer' && spent + prices.usual <= confirmed.inMonth
}

/** What was confirmed is enough for whoever may still get it: else it pauses, and that is no caution. */
function coversAll(notes: Noted[], tried: Campaign[], which: number, turn: number, end: number): boolean {
  return people.every(who => {
    const mine = tried.filter(one => one.which === which && one.who === who && one.turn < turn)
    const wrote = lastWrote(notes, who, turn)
    if (mine.some(one => one.arrived) || wrote === -Infinity) return true
    return byTemplate.includes(which) ? mine.length > 0 || kindOfWho(who) === 'facebook' : wrote > end - hours(24)
  })
}

/** The first was for them too, and forbidden to them for certain as long as it was looked for whom it may go. */
function missed(notes: Noted[], which: number, who: string): boolean {
  const start = startOf(notes, which)
  if (!start || lastWrote(notes, who, start.turn) === -Infinity) return false
  if (notes.some(note => isAbout(note, who) && note.turn > start.turn && note.at <= start.at + 2 * step)) return false
  const wish = standing(notes, start.turn).wish(who)
  return purposes[which] === 'promotion' ? wish !== 'agrees' : wish === 'refuses'
}

const refusedBefore = (tried: Campaign[], which: number, who: string, turn: number) =>
  tried.some(one => !one.arrived && one.which === which && one.who === who && one.turn < turn)
