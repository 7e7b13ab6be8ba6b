import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import type { Result } from '#shared/contracts/api.ts'
import { passkeysTexts } from '#shared/texts/passkeys/passkeys-texts.ts'
import { type ShutOutTexts, shutOutTexts } from '#shared/texts/account/shut-out-texts.ts'
import { twoStepTexts } from '#shared/texts/account/two-step-texts.ts'
import { client } from '#web/data/client.ts'
import { useTexts } from '#web/data/language.tsx'
import { useSession } from '#web/data/session/session.tsx'
import { signOutHere } from '#web/data/session/sign-in.ts'
import { RecoveryCodes } from '#web/dashboard/account/recovery-codes.tsx'
import { TwoStepSetup } from '#web/dashboard/account/two-step-setup.tsx'
import { Button, buttonClass } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { PasskeyButton } from '#web/parts/auth/passkey-button.tsx'
import { makeRecoveryCodes } from '#web/parts/auth/second-step.ts'
import { fill } from '#web/parts/language/texts.ts'
import { usePageTitle } from '#web/parts/page/page-title.ts'
import { shutOutShops } from '#web/dashboard/account/shut-out-shops.ts'
import { AuthHead, AuthLayout, AuthSkeleton } from './auth-layout.tsx'
import '#web/dashboard/account/account.css'

type Shop = Result<'GET /api/v1/account/shut-out'>['shops'][number]

/** Why a shop does not open to this session, and what to do about it. */
export function ShutOutPage() {
  const texts = useTexts(shutOutTexts)
  const { status, session, ended } = useSession()
  usePageTitle(texts.title)
  if (status === 'signed-out' || status === 'second-step' || ended)
    return <Navigate to={`${addresses.auth}?${new URLSearchParams({ next: addresses.dashboard })}`} replace />
  return (
    <AuthLayout voice={texts.voice}>
      {session ? <ShutOut key={session.user.id} personId={session.user.id} /> : <AuthSkeleton />}
    </AuthLayout>
  )
}

function ShutOut({ personId }: { personId: string }) {
  const texts = useTexts(shutOutTexts)
  const { data: shops, isError, isFetching, refetch } = useQuery(shutOutShops(personId))
  const [settingUp, setSettingUp] = useState(false)
  if (settingUp) return <SecondStepSetup onCancel={() => setSettingUp(false)} onDone={() => setSettingUp(false)} />
  if (isError && !shops)
    return (
      <div className="auth-form">
        <Notice tone="bad">{texts.failed}</Notice>
        <Button busy={isFetching} onClick={() => void refetch()}>
          {texts.retry}
        </Button>
      </div>
    )
  if (!shops) return <AuthSkeleton />
  if (shops.length === 0) return <BackToDashboard />
  return <Reasons shops={shops} busy={isFetching} onRetry={() => void refetch()} onSetUp={() => setSettingUp(true)} />
}

/** Without what was read while the shops were closed. */
function BackToDashboard() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  useEffect(() => {
    queries.removeQueries({ queryKey: ['workspaces'] })
    void navigate(addresses.dashboard, { replace: true })
  }, [queries, navigate])
  return <AuthSkeleton />
}

type ReasonsProps = { shops: Shop[]; busy: boolean; onRetry: () => void; onSetUp: () => void }

function Reasons({ shops, busy, onRetry, onSetUp }: ReasonsProps) {
  const texts = useTexts(shutOutTexts)
  const { signIn: byPasskey } = useTexts(passkeysTexts)
  const { session } = useSession()
  const navigate = useNavigate()
  const { state } = useLocation()
  const hasOthers = (state as { hasOthers?: boolean } | null)?.hasOthers === true
  const lacksStep = shops.some(({ reason }) => reason === 'second_step')
  const isOld = shops.some(({ reason }) => reason.startsWith('session_'))
  const needsSso = shops.some(({ reason }) => reason === 'sso')
  async function signIn(mode?: 'sso') {
    await signOutHere()
    const query = new URLSearchParams({ ...(mode && { mode }), next: addresses.dashboard })
    await navigate(`${addresses.auth}?${query}`, { replace: true })
  }
  return (
    <div className="auth-form">
      <AuthHead icon="lock" title={texts.title} />
      <ul className="stack">
        {shops.map(shop => (
          <li key={shop.id}>{reasonOf(shop, texts)}</li>
        ))}
      </ul>
      {lacksStep && (
        <Button look="filled" size="lg" icon="shield-check" onClick={onSetUp}>
          {texts.setUp}
        </Button>
      )}
      {lacksStep && <PasskeyButton accessToken={session?.access_token} label={byPasskey} onDone={onRetry} />}
      {needsSso && (
        <Button look="filled" size="lg" icon="key" onClick={() => void signIn('sso')}>
          {texts.signInSso}
        </Button>
      )}
      {isOld && (
        <Button look={lacksStep || needsSso ? 'outline' : 'filled'} size="lg" onClick={() => void signIn()}>
          {texts.signInAgain}
        </Button>
      )}
      <div className="row flex-wrap justify-between">
        <Button look="quiet" size="sm" icon="rotate-cw" busy={busy} onClick={onRetry}>
          {texts.retry}
        </Button>
        {hasOthers && (
          <Link className={buttonClass('quiet', 'sm')} to={addresses.dashboard}>
            {texts.otherShops}
          </Link>
        )}
        {!isOld && (
          <Button look="quiet" size="sm" onClick={() => void signIn()}>
            {texts.signOut}
          </Button>
        )}
      </div>
    </div>
  )
}

function reasonOf({ name, reason, address }: Shop, texts: ShutOutTexts): string {
  if (reason === 'address')
    return fill(address ? texts.address : texts.addressUnknown, { name, address: address ?? '' })
  return fill(texts[reason], { name })
}

function SecondStepSetup({ onCancel, onDone }: { onCancel: () => void; onDone: () => void }) {
  const texts = useTexts(shutOutTexts)
  const steps = useTexts(twoStepTexts)
  const queries = useQueryClient()
  const [codes, setCodes] = useState<string[]>()
  const [failed, setFailed] = useState(false)

  async function showCodes() {
    const { data } = await client().auth.getSession()
    const made = await makeRecoveryCodes(data.session?.access_token ?? '')
    if (typeof made === 'string') setFailed(true)
    else setCodes(made)
  }
  async function finish() {
    await queries.invalidateQueries({ queryKey: ['shut-out'] })
    onDone()
  }

  return (
    <div className="auth-form">
      <AuthHead icon="shield-check" title={codes ? steps.switchedOn : texts.setUp} />
      {failed ? (
        <>
          <Notice tone="warning">{steps.codesFailed}</Notice>
          <Button onClick={() => void finish()}>{steps.done}</Button>
        </>
      ) : codes ? (
        <RecoveryCodes codes={codes} onDone={() => void finish()} />
      ) : (
        <TwoStepSetup onCancel={onCancel} onDone={() => void showCodes()} />
      )}
    </div>
  )
}
