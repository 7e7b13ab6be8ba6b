// Somebody who is signed in and opens a link; session.test.ts answers for the server, and presses.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { client } from '#web/data/client.ts'
import { SessionProvider, useHeldLink, useSession } from './session.tsx'

const arrival = {
  kind: 'session' as const,
  tokens: { access_token: String(localStorage.getItem('link')), refresh_token: 'of the link' },
  type: 'magiclink',
}
const nothing = () => {}

function Shown() {
  const { held, open } = useHeldLink()
  const { status, session, ended } = useSession()
  return (
    <>
      <output>
        {[session?.user.email, ended ? 'ended' : status, held && 'a link waits'].filter(Boolean).join(', ')}
      </output>
      <button type="button" onClick={() => void open()}>
        Open the link
      </button>
      <button type="button" onClick={() => void client().auth.signOut({ scope: 'local' })}>
        Sign out
      </button>
    </>
  )
}

function Application() {
  const [refused, setRefused] = useState('')
  return (
    <SessionProvider arrival={arrival} hold onRefused={setRefused} onOtherPerson={nothing}>
      <Shown />
      {refused && <p role="alert">{refused}</p>}
    </SessionProvider>
  )
}

createRoot(document.querySelector('#root')!).render(
  <QueryClientProvider client={new QueryClient()}>
    <Application />
  </QueryClientProvider>,
)
