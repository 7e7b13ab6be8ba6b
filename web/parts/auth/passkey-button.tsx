import { authTexts } from '#shared/texts/account/auth-texts.ts'
import { passkeysTexts } from '#shared/texts/passkeys/passkeys-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button, type ButtonProps } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { passkeyProblem, passkeysOffered, proveByPasskey } from './passkeys.ts'

type Props = Pick<ButtonProps, 'look' | 'size'> & {
  /** Of the session that ends, its place being taken. */
  accessToken: string | undefined
  label: string
  onDone?: () => void
}

/** Nothing where the installation has no passkeys. */
export function PasskeyButton({ accessToken, label, onDone, look = 'outline', size = 'lg' }: Props) {
  const texts = useTexts(passkeysTexts)
  const words = useTexts(authTexts)
  const { busy, problem, setProblem, perform } = useAction()
  if (!passkeysOffered()) return null

  async function prove() {
    const refused = await proveByPasskey(accessToken)
    if (refused === undefined) onDone?.()
    else setProblem(passkeyProblem(refused, texts, words))
  }

  return (
    <>
      <Button {...{ look, size, busy }} icon="key" busyText={texts.waiting} onClick={() => void perform(prove)}>
        {label}
      </Button>
      {problem && <Notice tone="bad">{problem}</Notice>}
    </>
  )
}
