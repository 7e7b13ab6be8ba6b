import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { NotificationsTexts } from '#shared/texts/dashboard/notifications-texts.ts'
import { ApiError, messageOf } from '#web/data/api.ts'
import { cachedPushDevice } from '#web/data/push/cached-push.ts'
import { type PushState, readPushState, turnPushOff, turnPushOn } from '#web/data/push/push-device.ts'
import { useSession } from '#web/data/session/session.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { showErrorToast } from '#web/kit/feedback/toast.tsx'

export const pushDevicesKey = ['push-devices']

type PushHere = {
  state: PushState | undefined
  busy: boolean
  turnOn(): void
  turnOff(): void
}

export function usePushHere(texts: NotificationsTexts): PushHere {
  const queries = useQueryClient()
  const { session } = useSession()
  const person = session?.user.id ?? ''
  const queryKey = ['push-here', person]
  const { data: state } = useQuery({ queryKey, queryFn: () => readPushState(person), refetchOnWindowFocus: 'always' })
  const { busy, perform } = useAction({
    onProblem: showErrorToast,
    wordsOf: error => (error instanceof ApiError ? messageOf(error) : texts.pushFailed),
  })
  const change = (turn: () => Promise<PushState>) =>
    void perform(async () => {
      try {
        queries.setQueryData(queryKey, await turn())
      } finally {
        await queries.invalidateQueries({ queryKey: pushDevicesKey })
      }
    })
  return {
    state,
    busy,
    turnOn: () => change(() => turnPushOn(person)),
    turnOff: () => change(() => turnPushOff().then((): PushState => 'off')),
  }
}

/** The server's id of this browser's subscription, if there is one. */
export function currentDeviceId(): string | undefined {
  return cachedPushDevice()?.id
}
