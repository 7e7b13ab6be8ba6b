// The member that use-suggested.test.ts lets type; the customer asks again when a button is pressed.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Button } from '#web/kit/button.tsx'
import { useSuggested } from './use-suggested.ts'

function Answering() {
  const [unanswered, setUnanswered] = useState(1)
  const { reply, begin } = useSuggested({ conversationId: '1', unanswered })
  return (
    <>
      <Button onClick={begin}>Type</Button>
      <Button onClick={() => setUnanswered(unanswered + 1)}>Ask again</Button>
      <output>{reply}</output>
    </>
  )
}

createRoot(document.querySelector('#root')!).render(
  <QueryClientProvider client={new QueryClient()}>
    <Answering />
  </QueryClientProvider>,
)
