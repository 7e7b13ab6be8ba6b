import { useCallback, useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { PushOpened, WindowAnswer, WindowAsked } from '#shared/rules/pushed-message.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { cachedPushDevice } from '#web/data/push/cached-push.ts'
import { useSession } from '#web/data/session/session.tsx'

export function usePushArrival(): void {
  const { workspace, choose } = useCurrentWorkspace()
  const { session } = useSession()
  const navigate = useNavigate()
  const [query, setQuery] = useSearchParams()
  const person = session?.user.id
  // `told`: of pushes shown before it was called `notification`.
  const [of, opened] = [query.get('workspace'), query.get('notification') ?? query.get('told')]

  const take = useCallback(
    (asked: string | null, id: string | null) => {
      if (id) call('POST /api/v1/notifications/read', { body: { ids: [id] } }).catch(() => undefined)
      if (asked && asked !== workspace.id) choose(asked)
    },
    [workspace.id, choose],
  )

  useEffect(() => {
    if (of === null && opened === null) return
    take(of, opened)
    setQuery(
      given => {
        given.delete('workspace')
        given.delete('notification')
        given.delete('told')
        return given
      },
      { replace: true },
    )
  }, [of, opened, take, setQuery])

  useEffect(() => {
    // Missing in some browsers, and without TLS.
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
    if (!workers) return
    const onWorkerMessage = ({ data, ports }: MessageEvent<PushOpened | WindowAsked | null>) => {
      if (data?.type === 'where-are-you') ports[0]?.postMessage({ path: location.pathname } satisfies WindowAnswer)
      if (data?.type !== 'push-opened') return
      take(data.workspace, data.id)
      void navigate(data.path)
    }
    workers.addEventListener('message', onWorkerMessage)
    workers.startMessages()
    return () => workers.removeEventListener('message', onWorkerMessage)
  }, [take, navigate])

  useEffect(() => {
    if (!person || !cachedPushDevice()) return
    // Fails without a network, for example; the next opening tries again.
    import('#web/data/push/push-device.ts').then(({ renewPush }) => renewPush(person)).catch(() => undefined)
  }, [person])
}
