import { useState } from 'react'
import { useNavigate } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { linkTexts } from '#shared/texts/link-texts.ts'
import { otherPersonHere } from '#web/data/asked-here.ts'
import { useTexts } from '#web/data/language.tsx'
import { emailOf } from '#web/data/session-state.ts'
import { useHeldLink } from '#web/data/session.tsx'
import { dropLink } from './drop-link.ts'
import type { Tokens } from '#web/data/arrival.ts'
import { Button } from '#web/kit/button.tsx'
import { MessagePage } from './message-page.tsx'
import { fill } from './texts.ts'

/** A link brought somebody's session, and somebody else is signed in here, or nobody here asked for it: whose is it to be? */
export function LinkQuestion({ tokens }: { tokens: Tokens }) {
  const texts = useTexts(linkTexts)
  const navigate = useNavigate()
  const { done, open } = useHeldLink()
  const [busy, setBusy] = useState<'open' | 'stay'>()
  const [here] = useState(() => otherPersonHere(tokens))
  const email = emailOf(tokens.access_token) || texts.somebody

  async function stay() {
    setBusy('stay')
    await dropLink(tokens)
    done()
    void navigate(here === undefined ? addresses.auth : addresses.dashboard, { replace: true })
  }

  return (
    <MessagePage
      title={fill(texts.title, { email })}
      text={here === undefined ? texts.text : fill(texts.other, { email, here: here || texts.somebody })}
      actions={
        <>
          <Button busy={busy === 'stay'} onClick={() => void stay()}>
            {here === undefined ? texts.no : fill(texts.stay, { here: here || texts.somebody })}
          </Button>
          <Button
            look="filled"
            busy={busy === 'open'}
            onClick={() => {
              setBusy('open')
              void open()
            }}
          >
            {texts.yes}
          </Button>
        </>
      }
    />
  )
}
