import { fillPlaces } from '#shared/texts/fill-places.ts'
import { statusTexts, type StatusTexts } from '#shared/texts/site/status-texts.ts'
import { addressIn, addresses } from '#shared/addresses.ts'
import { numberFormat } from '#shared/rules/text/number-format.ts'
import { dayForms, dayInWords, writeWith } from '#shared/rules/time/day-in-words.ts'
import type { StatusComponent } from '#shared/contracts/status/status.contract.ts'
import type { Language } from '#shared/words.ts'
import { statusZone } from './components.ts'
import type { DayOfComponent, Status, StoredIncident } from './read-status.ts'

/** The worst first. */
const states = ['down', 'degraded', 'maintenance', 'unknown', 'up'] as const
type State = (typeof states)[number]
const overall = {
  down: 'allDown',
  degraded: 'allDegraded',
  maintenance: 'allMaintenance',
  unknown: 'allUnknown',
  up: 'allUp',
} as const
const barWidth = 4
const barHeight = 28

/** The inner part of the status page, as HTML. undefined: the status could not be read yet. */
export function renderStatus(status: Status | undefined, isStale: boolean, language: Language): string {
  const texts = statusTexts(language)
  if (!status) return `<p class="lead">${texts.unreadable}</p><p>${texts.unreadableText}</p>`
  const open = status.incidents.filter(({ closed_at }) => closed_at === null)
  const all = status.components.map(component => ({ ...component, state: stateOf(component, open) }))
  const worst = states.find(state => all.some(one => one.state === state)) ?? 'unknown'
  const time = fillPlaces(isStale ? texts.stale : texts.measured, { time: timeIn(status.at, language) })
  return [
    `<p class="lead status-state status-${worst}" role="status">${texts[overall[worst]]}</p><p class="hint">${time}</p>`,
    `<section aria-labelledby="parts"><h2 id="parts">${texts.components}</h2><ul class="status-parts">`,
    ...all.map(
      ({ name, state, days }) =>
        `<li><b>${texts[name]}</b><span class="status-state status-${state}">${texts[state]}</span>${bars(status.days, days, texts, language)}</li>`,
    ),
    `</ul><p class="status-ends"><span>${texts.from}</span><span>${texts.to}</span></p></section>`,
    `<section aria-labelledby="incidents"><h2 id="incidents">${texts.incidents}</h2>`,
    ...(status.incidents.length > 0
      ? status.incidents.map(incident => incidentHtml(incident, texts, language))
      : [`<p>${texts.noIncidents}</p>`]),
    `<p><a class="link" href="${addressIn(language, addresses.status)}/feed.xml">${texts.feed}</a></p></section>`,
  ].join('')
}

function stateOf(
  { name, works }: { name: StatusComponent; works: boolean | null },
  open: readonly StoredIncident[],
): State {
  const found: State[] = open.filter(({ components }) => components.includes(name)).map(({ impact }) => impact)
  found.push(works === null ? 'unknown' : works ? 'up' : 'down')
  return states.find(state => found.includes(state)) ?? 'unknown'
}

function bars(shown: string[], days: DayOfComponent[], texts: StatusTexts, language: Language): string {
  const minutes = days.reduce((sum, day) => sum + day.minutes, 0)
  const failed = days.reduce((sum, day) => sum + day.failed, 0)
  const percent = numberFormat(language, { maximumFractionDigits: 2 }).format(worked(minutes, failed))
  const label = minutes > 0 ? fillPlaces(texts.bars, { percent }) : texts.barsNone
  const rects = shown.map((day, at) => {
    const one = days.find(counted => counted.day === day)
    const place = `x="${at * barWidth}" width="${barWidth - 1}" height="${barHeight}"`
    if (!one || one.minutes === 0) return `<rect class="bar-none" ${place}/>`
    if (one.failed === 0) return `<rect class="bar-up" ${place}/>`
    const title = fillPlaces(texts.dayFailed, { day: dayInWords(day, language), count: one.failed })
    return `<rect class="${one.failed / one.minutes > 0.05 ? 'bar-down' : 'bar-some'}" ${place}><title>${title}</title></rect>`
  })
  const box = `0 0 ${shown.length * barWidth - 1} ${barHeight}`
  return `<svg class="status-bars" viewBox="${box}" preserveAspectRatio="none" role="img" aria-label="${label}">${rects.join('')}</svg><span class="status-percent">${label}</span>`
}

/** Rounded down: a failed minute is never shown as 100 %. */
function worked(minutes: number, failed: number): number {
  return minutes === 0 ? 0 : Math.floor((1 - failed / minutes) * 10_000) / 100
}

function incidentHtml(
  { id, title, components, impact, updates, closed_at }: StoredIncident,
  texts: StatusTexts,
  language: Language,
): string {
  const names = components.map(name => texts[name]).join(', ')
  const state = closed_at ? 'up' : impact
  return [
    `<article class="status-incident" id="i-${id}"><h3>${asHtml(title[language])}</h3>`,
    `<p class="hint"><span class="status-state status-${state}">${closed_at ? texts.resolved : texts[impact]}</span> ${fillPlaces(texts.affects, { names })}</p><ol>`,
    ...updates.map(
      ({ stage, text, created_at: at }) =>
        `<li><p class="hint"><b>${texts[stage]}</b> <time datetime="${at.toISOString()}">${timeIn(at, language)}</time></p><p>${asHtml(text[language]).replaceAll('\n', '<br>')}</p></li>`,
    ),
    '</ol></article>',
  ].join('')
}

const clock = new Intl.DateTimeFormat('en-GB', { timeZone: statusZone, hour: '2-digit', minute: '2-digit' })
const days = { vi: dayForms('vi', statusZone).full, en: dayForms('en', statusZone).full }

function timeIn(at: Date, language: Language): string {
  return `${clock.format(at)}${language === 'vi' ? '' : ','} ${writeWith(days[language], at)}`
}

export function asHtml(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Atom: an entry for each update, the latest first. */
export function renderFeed(
  status: Status,
  language: Language,
  { brand, publicUrl }: { brand: string; publicUrl: string },
): string {
  const texts = statusTexts(language)
  const page = `${publicUrl}${addressIn(language, addresses.status)}`
  const entries = status.incidents
    .flatMap(incident => incident.updates.map(update => ({ incident, update })))
    .toSorted((a, b) => b.update.created_at.getTime() - a.update.created_at.getTime())
  const latest = entries[0]?.update.created_at ?? status.at
  return [
    `<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    `<id>${asHtml(page)}</id><title>${asHtml(fillPlaces(texts.feedTitle, { brand }))}</title><updated>${latest.toISOString()}</updated>`,
    `<author><name>${asHtml(brand)}</name></author><link href="${asHtml(page)}"/><link rel="self" href="${asHtml(page)}/feed.xml"/>`,
    ...entries.map(
      ({ incident, update }) =>
        `<entry><id>urn:uuid:${update.id}</id><title>${texts[update.stage]}: ${asHtml(incident.title[language])}</title><updated>${update.created_at.toISOString()}</updated>` +
        `<link href="${asHtml(page)}#i-${incident.id}"/><content type="text">${asHtml(update.text[language])}</content></entry>`,
    ),
    '</feed>\n',
  ].join('\n')
}
