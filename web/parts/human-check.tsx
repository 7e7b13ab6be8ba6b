import type { AuthError } from '@supabase/supabase-js'
import { type ReactNode, useState } from 'react'
import { authTexts } from '#shared/texts/auth-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialog.tsx'
import { humanToken } from './human-token.ts'

type Problem = 'humanMissing' | 'humanInvalid' | 'humanDown'

export type HumanCheck = {
  /** What to send as `captchaToken`, '' where nothing is asked. @returns undefined when the person did not pass: it was said */
  ask(): Promise<string | undefined>
  /** Says it where the server did not take the token. @returns whether that was the error */
  refused(error: AuthError | null): boolean
  /** To be placed beside the form. */
  dialog: ReactNode
}

/** For every form that strangers may send: shows the server that a person sits here. Each token is good for one send. */
export function useHumanCheck(): HumanCheck {
  const texts = useTexts(authTexts)
  const [problem, setProblem] = useState<Problem>()
  const close = () => setProblem(undefined)
  return {
    async ask() {
      const token = await humanToken()
      if (token === undefined) setProblem('humanMissing')
      return token
    },
    refused(error) {
      if (error?.code !== 'captcha_failed') return false
      setProblem(
        error.message.includes('provider-unavailable')
          ? 'humanDown'
          : error.message.includes('no captcha_token')
            ? 'humanMissing'
            : 'humanInvalid',
      )
      return true
    },
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
