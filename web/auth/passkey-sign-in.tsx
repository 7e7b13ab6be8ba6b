import { browserSupportsWebAuthnAutofill, WebAuthnAbortService } from '@simplewebauthn/browser'
import { useEffect, useRef, useState } from 'react'
import { authTexts } from '#shared/texts/account/auth-texts.ts'
import { passkeysTexts } from '#shared/texts/passkeys/passkeys-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { passkeyProblem, passkeysOffered, signInByPasskey } from '#web/parts/auth/passkeys.ts'

/** The server's question holds for five minutes. */
const renewMs = 240_000
/** A browser that refuses at once is not asked for ever. */
const maxRounds = 5

/** A button, and the browser's own suggestions at the e-mail field. The page moves on by itself. */
export function PasskeySignIn() {
  const texts = useTexts(passkeysTexts)
  const words = useTexts(authTexts)
  const [problem, setProblem] = useState<string>()
  const [round, setRound] = useState(0)
  const pressed = useRef(false)
  const { busy, perform } = useAction()

  useEffect(() => {
    if (!passkeysOffered()) return
    let over = false
    const isWanted = () => !over && !pressed.current
    async function suggest() {
      if (!(await browserSupportsWebAuthnAutofill())) return
      for (let tries = 0; tries < maxRounds && isWanted(); tries++) {
        const refused = await signInByPasskey({ autofill: true, isWanted })
        if (!isWanted() || refused === undefined || refused === 'passkey.aborted') return
        if (refused === 'passkey.cancelled') continue
        if (!refused.startsWith('webauthn_')) return
        setProblem(passkeyProblem(refused, texts, words))
      }
    }
    void suggest()
    const renew = setInterval(() => {
      if (document.visibilityState === 'visible' && !pressed.current) setRound(before => before + 1)
    }, renewMs)
    return () => {
      over = true
      clearInterval(renew)
      WebAuthnAbortService.cancelCeremony()
    }
  }, [round, texts, words])

  if (!passkeysOffered()) return null

  async function signIn() {
    pressed.current = true
    setProblem(undefined)
    const refused = await signInByPasskey()
    pressed.current = false
    if (refused === undefined) return
    setProblem(passkeyProblem(refused, texts, words))
    setRound(before => before + 1)
  }

  return (
    <>
      <Button size="lg" icon="key" busy={busy} busyText={texts.waiting} onClick={() => void perform(signIn)}>
        {texts.signIn}
      </Button>
      {problem && <Notice tone="bad">{problem}</Notice>}
    </>
  )
}
