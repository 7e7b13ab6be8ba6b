import { useQuery, useQueryClient } from '@tanstack/react-query'
import { notificationsTexts } from '#shared/texts/dashboard/notifications-texts.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { readRows } from '#web/data/read.ts'
import { useSession } from '#web/data/session/session.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { Switch } from '#web/kit/forms/switch.tsx'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { currentDeviceId, pushDevicesKey, usePushHere } from './push-here.ts'

export function PushDevices() {
  return (
    <>
      <Devices />
      <Names />
    </>
  )
}

const columns = 'id,person_id,device,notified_at,seen_at,created_at'

function Devices() {
  const texts = useTexts(notificationsTexts)
  const times = useTimes()
  const queries = useQueryClient()
  const { session } = useSession()
  const { turnOff } = usePushHere(texts)
  const person = session?.user.id ?? ''
  const { data: devices = [] } = useQuery({
    queryKey: [...pushDevicesKey, person],
    queryFn: () => readRows('push_subscriptions', query => query.eq('person_id', person).order('created_at'), columns),
  })
  const { doing, perform } = useAction({ onProblem: showErrorToast })
  const forget = (id: string) =>
    perform(async () => {
      try {
        await call('DELETE /api/v1/push-subscriptions/:id', { params: { id } })
        showToast(texts.pushForgotten)
      } finally {
        await queries.invalidateQueries({ queryKey: pushDevicesKey })
      }
    }, id)
  if (devices.length === 0) return null
  const currentId = currentDeviceId()
  return (
    <div className="push-devices">
      <h3 className="notification-day">{texts.pushDevices}</h3>
      <ul>
        {devices.map(({ id, device, notified_at: lastAt }) => (
          <li key={id} className="push-device">
            <Icon name="smartphone" />
            <div className="fill">
              <b>{device || texts.pushOtherDevice}</b>
              {id === currentId && <span className="muted"> · {texts.pushThisDevice}</span>}
              <p className="muted">
                {lastAt ? fill(texts.pushSentAt, { time: times.dateAndClock(lastAt) }) : texts.pushNeverSent}
              </p>
            </div>
            <Button
              size="sm"
              look="quiet"
              aria-label={fill(texts.pushForgetNamed, { device: device || texts.pushOtherDevice })}
              busy={doing === id}
              onClick={() => (id === currentId ? turnOff() : void forget(id))}
            >
              {texts.pushForget}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Names() {
  const texts = useTexts(notificationsTexts)
  const { workspace, role } = useCurrentWorkspace()
  const { busy, doing, perform } = useAction({ onProblem: showErrorToast })
  const choose = (shown: boolean) =>
    perform(() => call('PUT /api/v1/push-names', { body: { shown } }), shown ? 'on' : 'off')
  if (role !== 'admin') return null
  const shown = busy ? doing === 'on' : workspace.push_names
  return (
    <div className="push-names">
      <div className="fill">
        <b>{texts.pushNames}</b>
        <p id="push-names-text" className="hint">
          {fill(texts.pushNamesText, { workspace: workspace.name })}
        </p>
      </div>
      <Switch
        on={shown}
        label={texts.pushNames}
        describedBy="push-names-text"
        busy={busy}
        onSwitch={on => void choose(on)}
      />
    </div>
  )
}
