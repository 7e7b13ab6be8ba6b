// Checks everything sent against the events so far. Shares no code with what decided it.
import assert from 'node:assert/strict'
import { hours } from '#platform/clock.ts'
import {
  broadcasts,
  byTemplate,
  confirmed,
  copyOf,
  kindOfWho,
  type Left,
  type LogEntry,
  prices,
  purposes,
  secondText,
  type Story,
  twoTexts,
} from './acts.ts'
import { noIdleCaution } from './idle-caution.ts'
import {
  type Campaign,
  erasedAt,
  followedBy,
  isAbout,
  isCopy,
  isSequence,
  lastOf,
  lastWrote,
  mergedIn,
  monthOf,
  pricedSteps,
  rulesAt,
  spentBySequence,
  standing,
  startOf,
  unitsAt,
} from './standing.ts'

/** đồng that Zalo bills for a message after the first two days. */
const lateReply = 55

/** How often each law applied. */
export type Seen = Record<
  | ('sent' | 'bySequence' | 'paid' | 'billed' | 'pricedStep' | 'copied' | 'again' | 'stale' | 'parted' | 'due')
  | ('website' | 'second' | 'underNewRules' | 'oftener' | 'lastUnits' | 'afterConfirmed')
  | ('unfollowed' | 'erased' | 'backAgain'),
  number
>

export function audit(story: Story): Seen {
  const { log, left } = story
  const tried = left.flatMap((one): Campaign[] => {
    const which = Number(/Tin (\d+)/.exec(one.text)?.[1] ?? Number.NaN)
    if (Number.isNaN(which)) return []
    const purpose = purposes[which]
    const about = { promotion: purpose === 'promotion', service: purpose === 'service' }
    return [{ ...one, which, ...about, cost: costOf(one, log) }]
  })
  const campaigns = tried.filter(one => one.arrived)
  for (const one of tried) judge(one, log, campaigns)
  spending(log, campaigns)
  drafts(log, tried)
  onlyTheRest(log, campaigns)
  onlyAfterConfirmed(log, tried)
  oneTextEach(log, tried)
  const due = noIdleCaution(story, campaigns, tried)
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
    stale: log.filter(({ act }) => act.is === 'changed').length,
    parted: log.filter(({ act }) => act.is === 'parted').length,
    due,
    website: count(one => kindOfWho(one.who) === 'website'),
    second: count(isSecond),
    underNewRules: count(one => rulesAt(log, one.turn) !== rulesAt(log, 0)),
    oftener: count(one => one.promotion && rulesAt(log, one.turn).perDay > 1),
    lastUnits: count(one => unitsAt(log, one.turn) !== undefined),
    afterConfirmed: count(one => followedBy(one.which) !== undefined),
    unfollowed: log.filter(({ act }) => act.is === 'unfollows').length,
    erased: log.filter(({ act }) => act.is === 'erased').length,
    backAgain: count(one => erasedAt(log, one.who, one.turn) >= 0),
  }
}

const isSame = (one: Campaign, other: Campaign) => one.which === other.which && one.who === other.who
/** In đồng, at Zalo; Messenger's subscriptions are billed elsewhere. */
function costOf(one: Left, log: LogEntry[]): number {
  if (one.template)
    return lastOf(log, one.turn, act => act.is === 'higher' || act.is === 'cheaper') === 'higher'
      ? prices.higher
      : prices.normal
  return kindOfWho(one.who) === 'zalo' && one.at >= lastWrote(log, one.who, one.turn) + hours(48) ? lateReply : 0
}

function judge(one: Campaign, log: LogEntry[], campaigns: Campaign[]): void {
  const kind = kindOfWho(one.who)
  const story = `${new Date(one.at).toISOString()} ${one.who} got ${one.text}`
  const { one: person, consentOf } = standing(log, one.turn)
  // Service messages also reach those who refused news.
  if (!one.service) assert.notEqual(consentOf(one.who), 'refuses', `${story} after refusing`)
  if (one.promotion) assert.equal(consentOf(one.who), 'agrees', `${story} without consent`)
  const gone = erasedAt(log, one.who, one.turn)
  const isBack = log.some(note => note.turn > gone && note.turn < one.turn && comesBack(note, one.who))
  assert.ok(gone < 0 || isBack, `${story} after being erased`)
  const wrote = lastWrote(log, one.who, one.turn)
  const key = log.findLast(
    note =>
      note.turn < one.turn &&
      note.turn > gone &&
      isAbout(note, one.who) &&
      (note.act.is === 'subscribes' || note.act.is === 'stops'),
  )
  if (one.paid) assert.equal(key?.act.is, 'subscribes', `${story} without having subscribed`)
  if (kind === 'website') assert.ok(wrote > -Infinity && !one.paid, `${story} without ever having written`)
  else if (kind === 'facebook')
    assert.equal(one.paid, one.at >= wrote + hours(24), `${story} outside the window, or paid for inside of it`)
  else if (!one.template) assert.ok(one.at < wrote + hours(24 * 7), `${story} outside the window`)
  if (!one.service) assert.ok(one.at >= wrote + hours(1), `${story} in the middle of a talk`)
  assert.equal(one.template, byTemplate.includes(one.which), `${story} by a template, or without one`)
  const { from, until, label, perDay } = rulesAt(log, one.turn)
  if (!one.template && !one.service) assert.match(one.text, /TC/, story)
  // On Zalo always.
  if (!one.template && one.promotion && (label || kind === 'zalo')) assert.match(one.text, /^\[QC\] /, story)
  const hour = new Date(one.at + hours(7)).getUTCHours()
  assert.ok(!one.promotion || (hour >= from && hour < until), `${story} at ${hour} o'clock`)
  const before = campaigns.filter(
    other =>
      other.turn < one.turn && other.turn > erasedAt(log, other.who, one.turn) && person(other.who) === person(one.who),
  )
  // Two customers merged after both had begun may each get a service message.
  const twice = before.some(other => other.which === one.which && (!one.service || other.who === one.who))
  assert.ok(!twice, `${story} twice`)
  const near = before.filter(other => purposes[other.which] === purposes[one.which] && one.at - other.at < hours(24))
  if (!one.service) assert.ok(near.length < perDay, `${story}, and ${near.length} others in a day`)
  const cancelled = lastOf(log, one.turn, act => act.is === 'cancels' && act.which === one.which)
  assert.equal(cancelled, undefined, `${story} after it was cancelled`)
  const state = lastOf(log, one.turn, act => (act.is === 'pauses' || act.is === 'resumes') && act.which === one.which)
  assert.notEqual(state, 'pauses', `${story} while paused`)
  const line = lastOf(log, one.turn, act => (act.is === 'lost' || act.is === 'found') && act.kind === kind)
  assert.notEqual(line, 'lost', `${story} without a channel`)
  const plan = unitsAt(log, one.turn)
  const sinceThen = campaigns.filter(other => other.turn < one.turn && other.turn > (plan?.since ?? 0)).length
  assert.ok(!plan || sinceThen < plan.units, `${story}, and the plan had ${plan?.units} left`)
  const template = lastOf(log, one.turn, act => act.is === 'withdrawn' || act.is === 'approved')
  if (one.template) assert.notEqual(template, 'withdrawn', `${story} by a template that was withdrawn`)
}

/** By their own act: whoever is not there cannot be written to. */
const comesBack = (note: LogEntry, who: string) =>
  isAbout(note, who) && ['writes', 'refuses', 'asks', 'subscribes', 'stops', 'unfollows'].includes(note.act.is)

const isSecond = (one: Left) => one.text.includes(secondText)

/** A second try says what the first said. */
function oneTextEach(log: LogEntry[], tried: Campaign[]): void {
  const merged = mergedIn(log)
  const twoTextTries = tried.filter(one => one.which === twoTexts && !merged.has(one.who))
  for (const [who, got] of Map.groupBy(twoTextTries, one => one.who)) {
    const drafted = got.filter(one => !/ lần \d/.test(one.text))
    assert.ok(new Set(drafted.map(isSecond)).size <= 1, `${who} got both texts`)
  }
}

/** Everything billed was confirmed, per message and in total; the sequence has a monthly budget. */
function spending(log: LogEntry[], campaigns: Campaign[]): void {
  for (const one of campaigns) {
    const max = isSequence(one.which) ? (pricedSteps.includes(one.which) ? confirmed.sequence : 0) : confirmed.broadcast
    assert.ok(one.cost <= max, `${one.text} for ${one.who} cost ${one.cost}, and ${max} were confirmed`)
    if (!one.paid) assert.equal(one.mayCost, one.cost > 0, `${one.text} for ${one.who} cost ${one.cost}`)
  }
  for (const which of [...broadcasts.keys(), ...broadcasts.map((_, at) => copyOf(at))]) {
    const max = startOf(log, which)?.max ?? 0
    const spent = campaigns
      .filter(one => one.which === which)
      .reduce((sum, { cost, paid }) => sum + (paid ? 300 : cost), 0)
    assert.ok(spent <= max, `${spent} đồng were spent on ${which}, and ${max} confirmed`)
  }
  for (const month of new Set(campaigns.map(monthOf))) {
    const spent = spentBySequence(campaigns.filter(one => monthOf(one) === month))
    assert.ok(spent <= confirmed.inMonth, `a sequence spent ${spent} đồng in ${month}`)
  }
}

function drafts(log: LogEntry[], tried: Campaign[]): void {
  for (const { act, startedStale } of log)
    if (act.is === 'changed') assert.equal(startedStale, false, `${act.which} was started as it was before a change`)
  for (const { which, text } of tried) {
    if (isSequence(which)) continue
    const lastText = log.findLast(({ act }) => act.is === 'changed' && act.which === which)?.text ?? `Tin ${which}`
    assert.match(text, new RegExp(`${lastText}(?! lần|\\d)`), `${text} left, and the draft said ${lastText}`)
  }
}

function onlyTheRest(log: LogEntry[], campaigns: Campaign[]): void {
  const merged = mergedIn(log)
  for (const one of campaigns) {
    if (!isCopy(one.which) || merged.has(one.who)) continue
    const since = startOf(log, one.which)?.turn ?? 0
    const had = campaigns.some(
      other =>
        copyOf(other.which) === one.which && other.who === one.who && other.turn < since && !isSequence(other.which),
    )
    assert.ok(!had, `${one.who} got ${one.text}, and had got the first`)
  }
}

/** Noticing is not enough; of who was merged either's will do. */
function onlyAfterConfirmed(log: LogEntry[], tried: Campaign[]): void {
  const merged = mergedIn(log)
  for (const { which, who, turn, text } of tried) {
    const what = followedBy(which)
    const isTheirs = (other: string) => other === who || (merged.has(other) && merged.has(who))
    const confirmed = log.some(
      note => note.turn < turn && note.act.is === 'confirmed' && note.act.what === what && isTheirs(note.act.who),
    )
    assert.ok(!what || confirmed, `${who} got ${text}, and nobody confirmed their ${what}`)
  }
}
