import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { NotificationsTexts } from '#shared/texts/dashboard/notifications-texts.ts'
import { ApiError, messageOf } from '#web/data/api.ts'
import { cachedPushDevice } from '#web/data/push/cached-push.ts'
import { type PushState, readPushState, turnPushOff, turnPushOn } from '#web/data/push/push-device.ts'
import { useSession } from '#web/data/session/session.tsx'
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
  const change = useMutation({
    mutationFn: (on: boolean) => (on ? turnPushOn(person) : turnPushOff().then((): PushState => 'off')),
    onSuccess: next => queries.setQueryData(queryKey, next),
    onError: error => showErrorToast(error instanceof ApiError ? messageOf(error) : texts.pushFailed),
    onSettled: () => queries.invalidateQueries({ queryKey: pushDevicesKey }),
  })
  return { state, busy: change.isPending, turnOn: () => change.mutate(true), turnOff: () => change.mutate(false) }
}

/** The server's id of this browser's subscription, if there is one. */
export function currentDeviceId(): string | undefined {
  return cachedPushDevice()?.id
}
