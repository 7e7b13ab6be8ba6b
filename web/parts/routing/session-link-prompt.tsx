import { useState } from 'react'
import { useNavigate } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { authTexts } from '#shared/texts/account/auth-texts.ts'
import { otherPersonHere } from '#web/data/session/link-request.ts'
import { useTexts } from '#web/data/language.tsx'
import { emailOf } from '#web/data/session/session-state.ts'
import { discardLink, useHeldLink } from '#web/data/session/session.tsx'
import type { Tokens } from '#web/data/session/arrival.ts'
import { Button } from '#web/kit/button.tsx'
import { MessagePage } from '#web/parts/page/message-page.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { useAction } from '#web/kit/use-action.ts'

/** A link brought a session, but another person is signed in or nobody here asked for it: which one to keep? */
export function SessionLinkPrompt({ tokens }: { tokens: Tokens }) {
  const texts = useTexts(authTexts)
  const navigate = useNavigate()
  const { done, open } = useHeldLink()
  const opening = useAction({ once: true })
  const staying = useAction({ once: true })
  const [here] = useState(() => otherPersonHere(tokens))
  const email = emailOf(tokens.access_token) || texts.linkSomebody

  const stay = () =>
    staying.perform(async () => {
      await discardLink(tokens)
      done()
      await navigate(here === undefined ? addresses.auth : addresses.dashboard, { replace: true })
    })

  return (
    <MessagePage
      title={fill(texts.linkAskTitle, { email })}
      text={
        here === undefined ? texts.linkAskText : fill(texts.linkAskOther, { email, here: here || texts.linkSomebody })
      }
      actions={
        <>
          <Button busy={staying.busy} onClick={() => void stay()}>
            {here === undefined ? texts.linkAskNo : fill(texts.linkAskStay, { here: here || texts.linkSomebody })}
          </Button>
          <Button look="filled" busy={opening.busy} onClick={() => void opening.perform(open)}>
            {texts.linkAskYes}
          </Button>
        </>
      }
    />
  )
}
