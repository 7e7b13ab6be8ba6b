// Everything that left a shop, held against what had happened by then. It shares no code with what decided it.
import assert from 'node:assert/strict'
import { hours } from '#platform/clock.ts'
import {
  type Act,
  broadcasts,
  byTemplate,
  kindOfWho,
  type Left,
  type Noted,
  people,
  purposes,
  step,
  type Story,
  templatePrice,
} from './acts.ts'

type Campaign = Left & { which: number; promotion: boolean; cost: number }

/** A message of Zalo's after the first two days is billed so. */
const lateReply = 55

/** @returns how many were sent */
export function audit({ notes, left }: Story): { sent: number; bySequence: number; paid: number; billed: number } {
  const campaigns = left.flatMap((one): Campaign[] => {
    const which = Number(/Tin (\d)/.exec(one.text)?.[1] ?? Number.NaN)
    if (Number.isNaN(which)) return []
    return [{ ...one, which, promotion: purposes[which] === 'promotion', cost: costOf(one, notes) }]
  })
  for (const one of campaigns) judge(one, notes, campaigns)
  spending(notes, campaigns)
  noIdleCaution(notes, campaigns)
  return {
    sent: campaigns.length,
    bySequence: campaigns.filter(one => one.which >= broadcasts.length).length,
    paid: campaigns.filter(one => one.paid).length,
    billed: campaigns.filter(one => one.cost > 0).length,
  }
}

const isAbout = (one: Noted, who: string) => 'who' in one.act && one.act.who === who
const lastWrote = (notes: Noted[], who: string, turn: number) =>
  notes.findLast(one => isAbout(one, who) && (one.act.is === 'writes' || one.act.is === 'refuses') && one.turn < turn)
    ?.at ?? -Infinity

/** What Zalo takes for it, in đồng; Messenger's subscriptions are billed elsewhere. */
function costOf(one: Left, notes: Noted[]): number {
  if (one.template) return templatePrice
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
  assert.notEqual(wish(one.who), 'refuses', `${story} after refusing`)
  if (one.promotion) assert.equal(wish(one.who), 'agrees', `${story} without consent`)
  const wrote = lastWrote(notes, one.who, one.turn)
  const key = notes.findLast(
    note => note.turn < one.turn && isAbout(note, one.who) && (note.act.is === 'subscribes' || note.act.is === 'stops'),
  )
  if (one.paid) assert.equal(key?.act.is, 'subscribes', `${story} without having subscribed`)
  if (kind === 'facebook')
    assert.equal(one.paid, one.at >= wrote + hours(24), `${story} outside the window, or paid for inside of it`)
  else if (!one.template) assert.ok(one.at < wrote + hours(24 * 7), `${story} outside the window`)
  assert.ok(one.at >= wrote + hours(1), `${story} in the middle of a talk`)
  if (!one.template) assert.match(one.text, one.promotion ? /^\[QC\] .*TC/s : /TC/, story)
  else assert.equal(one.which, byTemplate, `${story} by a template`)
  const hour = new Date(one.at + hours(7)).getUTCHours()
  assert.ok(!one.promotion || (hour >= 8 && hour < 21), `${story} at ${hour} o'clock`)
  const before = campaigns.filter(other => other.turn < one.turn && person(other.who) === person(one.who))
  assert.ok(!before.some(other => other.which === one.which), `${story} twice`)
  const near = before.filter(other => other.promotion === one.promotion && one.at - other.at < hours(24))
  assert.deepEqual(near, [], `${story} twice in a day`)
  const state = lastOf(notes, one.turn, act => (act.is === 'pauses' || act.is === 'resumes') && act.which === one.which)
  assert.notEqual(state, 'pauses', `${story} while paused`)
  const line = lastOf(notes, one.turn, act => (act.is === 'lost' || act.is === 'found') && act.kind === kind)
  assert.notEqual(line, 'lost', `${story} without a channel`)
  const template = lastOf(notes, one.turn, act => act.is === 'withdrawn' || act.is === 'approved')
  if (one.template) assert.notEqual(template, 'withdrawn', `${story} by a template that was withdrawn`)
}

/** What is billed was confirmed, one by one and all together; what goes by itself costs nothing. */
function spending(notes: Noted[], campaigns: Campaign[]): void {
  for (const one of campaigns) {
    if (one.which >= broadcasts.length) assert.equal(one.cost, 0, `a sequence spent ${one.cost} on ${one.who}`)
    else if (!one.paid) assert.equal(one.mayCost, one.cost > 0, `${one.text} for ${one.who} cost ${one.cost}`)
  }
  for (const which of broadcasts.keys()) {
    const most = notes.find(({ act }) => act.is === 'starts' && act.which === which)?.most ?? 0
    const spent = campaigns
      .filter(one => one.which === which)
      .reduce((sum, { cost, paid }) => sum + (paid ? 300 : cost), 0)
    assert.ok(spent <= most, `${spent} đồng were spent on ${which}, and ${most} confirmed`)
  }
}

/** Whom nothing forbids for more than an hour after a start, in which nothing else happens, has got it. */
function noIdleCaution(notes: Noted[], got: Campaign[]): void {
  for (const { at, turn, act: started } of notes) {
    if (started.is !== 'starts' && started.is !== 'enters') continue
    const { which } = started
    const end = at + hours(1) + 2 * step
    if (notes.some(note => note.at > at && note.at <= end)) continue
    const [from, to] = [at, end].map(time => new Date(time + hours(7)).getUTCHours()) as [number, number]
    const promotion = purposes[which] === 'promotion'
    if (promotion && (from < 8 || to >= 21 || to < from)) continue
    if (
      which === byTemplate &&
      lastOf(notes, turn, act => act.is === 'withdrawn' || act.is === 'approved') === 'withdrawn'
    )
      continue
    const merged = new Set(notes.flatMap(({ act }) => (act.is === 'merged' ? [act.who, act.with] : [])))
    for (const who of started.is === 'enters' ? [started.who] : people) {
      const kind = kindOfWho(who)
      if (
        merged.has(who) ||
        lastOf(notes, turn, act => (act.is === 'lost' || act.is === 'found') && act.kind === kind) === 'lost'
      )
        continue
      const carried = which === byTemplate ? kind === 'zalo' : kind === 'facebook' || !promotion
      const wish = standing(notes, turn).wish(who)
      const wrote = lastWrote(notes, who, turn)
      const inTime = which === byTemplate ? wrote > -Infinity : wrote > end - hours(24)
      const lately = got.some(
        one => one.who === who && one.promotion === promotion && one.at > at - hours(24) && one.which !== which,
      )
      const wished = promotion ? wish === 'agrees' : wish !== 'refuses'
      if (!carried || !wished || !inTime || wrote >= at - hours(1) || lately) continue
      assert.ok(
        got.some(one => one.who === who && one.which === which),
        `${who} did not get ${which}`,
      )
    }
  }
}
