import type { AuthError } from '@supabase/supabase-js'
import { type ReactNode, useState } from 'react'
import { authTexts, type AuthTexts } from '#shared/texts/account/auth-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { humanToken, prepareHumanToken } from './human-token.ts'
import { pageConfig } from '#web/parts/page/page-config.ts'

type Progress = 'waiting' | 'working' | 'done'
type Problem = 'humanMissing' | 'humanInvalid' | 'humanDown'

export type HumanCheck = {
  /** The `captchaToken`, '' if none is required; undefined when the person failed, who has been told. */
  ask(): Promise<string | undefined>
  /** Call at the first sign of input, to start early. */
  prepare(): void
  sign: ReactNode
  /** Shows that the server refused the token; returns whether that was the error. */
  refused(error: AuthError | null): boolean
  /**
   * False if the person failed the check, and has been told.
   * @throws AuthError for any other refusal
   */
  prove(act: (token: string) => Promise<AuthError | null>): Promise<boolean>
  dialog: ReactNode
}

export function useHumanCheck(): HumanCheck {
  const texts = useTexts(authTexts)
  const [problem, setProblem] = useState<Problem>()
  const [progress, setProgress] = useState<Progress>('waiting')
  const close = () => setProblem(undefined)

  function prepare() {
    setProgress(before => (before === 'done' ? before : 'working'))
    void prepareHumanToken().then(ready => setProgress(ready ? 'done' : 'waiting'))
  }

  async function ask() {
    const token = await humanToken()
    if (token === undefined) setProblem('humanMissing')
    // Each token is good for one submission.
    setProgress('waiting')
    return token
  }

  function refused(error: AuthError | null) {
    if (error?.code !== 'captcha_failed') return false
    setProblem(
      error.message.includes('provider-unavailable')
        ? 'humanDown'
        : error.message.includes('no captcha_token')
          ? 'humanMissing'
          : 'humanInvalid',
    )
    return true
  }

  return {
    ask,
    async prove(act) {
      const token = await ask()
      const error = token === undefined ? undefined : await act(token)
      if (error === undefined || refused(error)) return false
      if (error) throw error
      return true
    },
    prepare,
    sign: pageConfig().humanCheck === 'pow' && <Sign progress={progress} texts={texts} />,
    refused,
    dialog: (
      <Dialog
        open={problem !== undefined}
        role="alertdialog"
        title={texts.humanTitle}
        onClose={close}
        foot={
          <Button look="filled" onClick={close}>
            {texts.humanClose}
          </Button>
        }
      >
        <p className="soft">{problem && texts[problem]}</p>
      </Dialog>
    ),
  }
}

function Sign({ progress, texts }: { progress: Progress; texts: AuthTexts }) {
  const isDone = progress === 'done'
  return (
    <div className="human-sign" data-progress={progress}>
      <Icon name={isDone ? 'circle-check' : 'circle-dashed'} />
      <span className="fill">{isDone ? texts.humanDone : texts.humanWorking}</span>
      <span className="muted">{texts.humanWhat}</span>
    </div>
  )
}
