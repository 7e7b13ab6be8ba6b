import { isAuthError } from '@supabase/auth-js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { authTexts } from '#shared/texts/account/auth-texts.ts'
import { twoStepTexts } from '#shared/texts/account/two-step-texts.ts'
import { messageOf } from '#web/data/api.ts'
import { client } from '#web/data/client.ts'
import { useTexts } from '#web/data/language.tsx'
import { useSession } from '#web/data/session/session.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { authErrorText } from '#web/parts/auth/auth-error-text.ts'
import { ConfirmDialog } from '#web/parts/forms/confirm-dialog.tsx'
import { problemOf } from '#web/parts/auth/second-step-form.tsx'
import { makeRecoveryCodes } from '#web/parts/auth/second-step.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TwoStepSetup } from './two-step-setup.tsx'

export function TwoStep() {
  const texts = useTexts(twoStepTexts)
  const queries = useQueryClient()
  const { session } = useSession()
  const [settingUp, setSettingUp] = useState(false)
  const [codes, setCodes] = useState<string[]>()
  const [problem, setProblem] = useState<string>()
  const { data: apps, isError } = useVerifiedApps()
  const words = useTexts(authTexts)
  const isOn = apps !== undefined && apps.length > 0
  const panel = useRef<HTMLElement>(null)
  const known = apps !== undefined
  // The operator desk links here.
  useEffect(() => {
    if (known && location.hash === '#two-step') panel.current?.scrollIntoView({ block: 'center' })
  }, [known])

  async function showNewCodes() {
    setProblem(undefined)
    const { data } = await client().auth.getSession()
    const made = await makeRecoveryCodes(data.session?.access_token ?? session?.access_token ?? '')
    if (typeof made === 'string') setProblem(isOn ? problemOf(made, texts, words.unreachable) : texts.codesFailed)
    else setCodes(made)
  }

  async function afterSetup() {
    setSettingUp(false)
    await showNewCodes()
    await queries.invalidateQueries({ queryKey: ['two-step'] })
    showToast(texts.switchedOn)
  }

  return (
    <section ref={panel} className="panel" aria-labelledby="two-step">
      <div className="panel-head">
        <h2 id="two-step" className="fill">
          {texts.section}
        </h2>
        {settingUp ? (
          <Chip tone="info" icon="clock">
            {texts.settingUp}
          </Chip>
        ) : (
          apps && (
            <Chip tone={isOn ? 'ok' : 'plain'} icon={isOn ? 'shield-check' : 'lock'}>
              {isOn ? texts.on : texts.off}
            </Chip>
          )
        )}
      </div>
      <div className="panel-body stack gap-4">
        {problem && <Notice tone="bad">{problem}</Notice>}
        {isError && !apps ? (
          <Notice tone="bad">{texts.failed}</Notice>
        ) : !apps ? (
          <Skeleton width="60%" />
        ) : codes ? (
          <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
        ) : settingUp ? (
          <TwoStepSetup onCancel={() => setSettingUp(false)} onDone={() => void afterSetup()} />
        ) : isOn ? (
          <On apps={apps} onNewCodes={showNewCodes} />
        ) : (
          <>
            <p className="soft">{texts.offText}</p>
            <div>
              <Button onClick={() => setSettingUp(true)}>{texts.switchOn}</Button>
            </div>
          </>
        )}
      </div>
    </section>
  )
}

type App = { id: string; created_at: string }

function useVerifiedApps() {
  const { session } = useSession()
  return useQuery({
    queryKey: ['two-step', session?.user.id],
    async queryFn(): Promise<App[]> {
      const { data, error } = await client().auth.mfa.listFactors()
      if (error) throw error
      return data.totp
    },
  })
}

function On({ apps, onNewCodes }: { apps: App[]; onNewCodes: () => Promise<void> }) {
  const texts = useTexts(twoStepTexts)
  const times = useTimes()
  const [asking, setAsking] = useState(false)
  const { busy, perform } = useAction()
  const since = apps.map(app => app.created_at).toSorted()[0]
  return (
    <>
      <p className="soft">
        {texts.onText} {since && <span className="num">{fill(texts.since, { date: times.date(since) })}.</span>}
      </p>
      <div className="row flex-wrap">
        <Button icon="key" busy={busy} busyText={texts.creatingCodes} onClick={() => void perform(onNewCodes)}>
          {texts.newCodes}
        </Button>
        <Button look="danger-quiet" onClick={() => setAsking(true)}>
          {texts.switchOff}
        </Button>
      </div>
      <p className="hint">{texts.newCodesText}</p>
      {asking && <SwitchOff apps={apps} onClose={() => setAsking(false)} />}
    </>
  )
}

function SwitchOff({ apps, onClose }: { apps: App[]; onClose: () => void }) {
  const texts = useTexts(twoStepTexts)
  const words = useTexts(authTexts)
  const queries = useQueryClient()

  async function switchOff() {
    for (const { id } of apps) {
      const { error } = await client().auth.mfa.unenroll({ factorId: id })
      if (error && error.code !== 'mfa_factor_not_found') throw error
    }
    // The new token lowers the level in all tabs.
    await client().auth.refreshSession()
    await queries.invalidateQueries({ queryKey: ['two-step'] })
    showToast(texts.switchedOff)
  }

  return (
    <ConfirmDialog
      title={texts.offTitle}
      keep={texts.keep}
      act={texts.switchOff}
      busyText={texts.switchingOff}
      run={switchOff}
      wordsOf={error => (isAuthError(error) ? authErrorText(error, words) : messageOf(error))}
      onClose={onClose}
    >
      <p>{texts.offWarning}</p>
    </ConfirmDialog>
  )
}
