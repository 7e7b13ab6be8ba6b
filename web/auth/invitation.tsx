import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addresses } from '#shared/addresses.ts'
import { authTexts } from '#shared/texts/account/auth-texts.ts'
import { ApiError, call, messageOf } from '#web/data/api.ts'
import { saveWorkspaceChoice } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { signOutHere } from '#web/data/session/sign-in.ts'
import { Button } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { MessagePage } from '#web/parts/page/message-page.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { LoadingScreen } from '#web/parts/page/loading-screen.tsx'
import { useAction } from '#web/kit/use-action.ts'

/** undefined while loading, or without a link */
export function useInvitation(token: string | null) {
  return useQuery({
    queryKey: ['invitation', token],
    enabled: token !== null,
    // Offline, it says so instead of loading for as long as that lasts.
    networkMode: 'always',
    refetchOnReconnect: true,
    retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status < 500),
    queryFn: () => call('POST /api/v1/invitations/read', { body: { token: token ?? '' }, repeatable: true }),
  })
}

export function InvitationNotice({ data, error }: Pick<ReturnType<typeof useInvitation>, 'data' | 'error'>) {
  const texts = useTexts(authTexts)
  if (error) return <Notice tone="warning">{messageOf(error)}</Notice>
  if (!data) return null
  return <Notice tone="info">{fill(texts.invitedNote, { ...data, inviter: data.inviter || texts.somebody })}</Notice>
}

export function AcceptInvitation({ token, onLater }: { token: string; onLater(): void }) {
  const texts = useTexts(authTexts)
  const { data, error, isPending } = useInvitation(token)
  const [refused, setRefused] = useState<unknown>()
  const { busy, perform } = useAction({ once: true })
  if (isPending) return <LoadingScreen title={texts.invitedLoading} />
  const trouble = error ?? refused
  const otherAddress = trouble instanceof ApiError && trouble.code === 'team.invitation_other_address'

  const accept = () =>
    perform(async () => {
      try {
        const joined = await call('POST /api/v1/invitations/accept', { body: { token } })
        saveWorkspaceChoice(joined.workspace_id)
        // A full reload: everything on screen belongs to another workspace.
        location.assign(addresses.dashboard)
      } catch (thrown) {
        setRefused(thrown)
      }
    })

  const toDashboard = <Button onClick={onLater}>{texts.invitedLater}</Button>
  if (trouble)
    return (
      <MessagePage
        title={texts.invitedTroubleTitle}
        text={messageOf(trouble)}
        actions={
          <>
            {toDashboard}
            {otherAddress && (
              <Button look="filled" onClick={() => void signOutHere()}>
                {texts.invitedSignOut}
              </Button>
            )}
          </>
        }
      />
    )
  return (
    <MessagePage
      title={fill(texts.invitedTitle, { workspace: data?.workspace ?? '' })}
      text={fill(texts.invitedText, {
        inviter: data?.inviter || texts.somebody,
        email: data?.email ?? '',
        role: data?.role === 'admin' ? texts.invitedAsAdmin : texts.invitedAsMember,
      })}
      actions={
        <>
          {toDashboard}
          <Button look="filled" busy={busy} busyText={texts.invitedJoining} onClick={() => void accept()}>
            {texts.invitedAccept}
          </Button>
        </>
      }
    />
  )
}
