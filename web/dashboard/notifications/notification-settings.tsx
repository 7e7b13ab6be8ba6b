import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { type NotificationPlaces, defaultPlaces } from '#shared/rules/notification-places.ts'
import { notificationsTexts, type NotificationsTexts } from '#shared/texts/dashboard/notifications-texts.ts'
import type { NotificationKind } from '#shared/words.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { keyOfList } from '#web/data/live/live-list.ts'
import { type LiveList, useLiveRows } from '#web/data/live/live-rows.tsx'
import { readRows } from '#web/data/read.ts'
import { makeSerialQueue } from '#web/data/serial-queue.ts'
import { useSession } from '#web/data/session/session.tsx'
import type { Row as WireRow } from '#web/data/wire-rows.ts'
import { showError } from '#web/kit/feedback/toast.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { usePerson } from '#web/parts/auth/person.ts'
import { fill } from '#web/parts/language/texts.ts'
import { PushDevices } from './push-devices.tsx'
import { ThisBrowser } from './this-browser.tsx'

type Choices = Partial<Record<NotificationKind, NotificationPlaces>>

const groups: { name: keyof NotificationsTexts; kinds: NotificationKind[] }[] = [
  { name: 'groupCustomers', kinds: ['person_wanted', 'intent', 'conversation_assigned', 'contact_detail'] },
  { name: 'groupBot', kinds: ['channel_lost', 'training', 'training_waiting'] },
  { name: 'groupShop', kinds: ['campaign', 'usage', 'payment'] },
  { name: 'groupSen', kinds: ['system', 'incident', 'marketing'] },
]

const hints: Partial<Record<NotificationKind, keyof NotificationsTexts>> = {
  training_waiting: 'kind_training_waiting_hint',
  campaign: 'kind_campaign_hint',
  usage: 'kind_usage_hint',
  payment: 'kind_payment_hint',
  incident: 'kind_incident_hint',
  marketing: 'kind_marketing_hint',
}

export function NotificationSettings() {
  const texts = useTexts(notificationsTexts)
  const { choose, ...query } = useChoices()
  return (
    <section className="panel notification-panel" aria-labelledby="where">
      <div className="panel-head">
        <h2 id="where">{texts.where}</h2>
      </div>
      <ThisBrowser />
      <QueryState query={query} failed={texts.settingsFailed} loading={texts.loading} rows={5} className="panel-body">
        {choices => (
          <table className="notification-settings">
            <thead>
              <tr>
                <th scope="col">{texts.matter}</th>
                <th scope="col">{texts.inApp}</th>
                <th scope="col">{texts.byEmail}</th>
                <th scope="col">{texts.byPush}</th>
              </tr>
            </thead>
            {groups.map(group => (
              <tbody key={group.name}>
                <tr className="notification-group">
                  <th scope="rowgroup" colSpan={4}>
                    {texts[group.name]}
                  </th>
                </tr>
                {group.kinds.map(kind => (
                  <Setting
                    key={kind}
                    kind={kind}
                    places={choices[kind] ?? defaultPlaces[kind]}
                    onChoose={places => void choose(kind, places)}
                  />
                ))}
              </tbody>
            ))}
          </table>
        )}
      </QueryState>
      <MailsTo />
      <PushDevices />
    </section>
  )
}

function Setting({
  kind,
  places,
  onChoose,
}: {
  kind: NotificationKind
  places: NotificationPlaces
  onChoose: (places: NotificationPlaces) => void
}) {
  const texts = useTexts(notificationsTexts)
  const name = texts[`kind_${kind}`]
  const hint = hints[kind] && texts[hints[kind]]
  const box = (place: keyof NotificationPlaces, label: string) => (
    <label>
      <input
        type="checkbox"
        className="check"
        aria-label={fill(label, { kind: name })}
        checked={places[place]}
        onChange={event => onChoose({ ...places, [place]: event.target.checked })}
      />
    </label>
  )
  return (
    <tr>
      <th scope="row">
        {name}
        {hint && <small className="muted">{hint}</small>}
      </th>
      <td>{box('in_app', texts.settingInApp)}</td>
      <td>{box('email', texts.settingEmail)}</td>
      <td>{box('push', texts.settingPush)}</td>
    </tr>
  )
}

type Row = WireRow<'notification_settings'>

function useChoices() {
  const queries = useQueryClient()
  const { session } = useSession()
  const id = session?.user.id ?? ''
  const list = useMemo(() => listOf(id), [id])
  const { data, error, refetch } = useLiveRows(list)
  const [own, setOwn] = useState<Choices>({})
  const [inOrder] = useState(makeSerialQueue)
  const stored = data?.map(row => [row.kind, placesOf(row)] as const)
  const choices: Choices | undefined = stored && { ...Object.fromEntries(stored), ...own }

  async function choose(kind: NotificationKind, places: NotificationPlaces) {
    setOwn(now => ({ ...now, [kind]: places }))
    try {
      // Each sends the whole row.
      await inOrder(() => call('PUT /api/v1/notifications/settings', { body: { kind, ...places } }))
      await queries.invalidateQueries({ queryKey: keyOfList(list), exact: true })
    } catch (problem) {
      showError(problem)
    } finally {
      setOwn(({ [kind]: shown, ...others }) => (shown === places || !shown ? others : { ...others, [kind]: shown }))
    }
  }

  return { data: choices, error, refetch, choose }
}

function listOf(id: string): LiveList<Row> {
  return {
    topic: `person:${id}`,
    table: 'notification_settings',
    key: [],
    keyOf: row => row.kind,
    accepts: row => row.person_id === id,
    compare: (a, b) => (a.kind < b.kind ? -1 : 1),
    load: () => readRows('notification_settings', query => query.eq('person_id', id)),
  }
}

function placesOf({ kind, in_app, email, push }: Row): NotificationPlaces {
  return { in_app, email, push: push ?? defaultPlaces[kind].push }
}

function MailsTo() {
  const texts = useTexts(notificationsTexts)
  const person = usePerson().data
  if (!person) return null
  const verified = person.notification_email_verified ? person.notification_email : null
  return (
    <p className="hint notification-foot">
      {fill(texts.mailsTo, { email: verified ?? person.email })}{' '}
      <Link className="link" to={addresses.account}>
        {texts.changeAddress}
      </Link>
    </p>
  )
}
