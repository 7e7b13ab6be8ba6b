// The field that search-field.test.ts types in; each search reaches the address when a button is pressed.
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { LanguageProvider } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { SearchField } from './search-field.tsx'

function Searching() {
  const [q, setQ] = useState('')
  const [asked, setAsked] = useState<string[]>([])
  const [arrived, setArrived] = useState(0)
  return (
    <>
      <SearchField q={q} onSearch={words => setAsked(before => [...before, words])} onDown={() => {}} />
      <Button
        onClick={() => {
          setQ(asked[arrived] ?? '')
          setArrived(arrived + 1)
        }}
      >
        Arrive
      </Button>
      <Button onClick={() => setQ('')}>Back</Button>
      <output>{JSON.stringify(asked)}</output>
    </>
  )
}

createRoot(document.querySelector('#root')!).render(
  <LanguageProvider brand="Sen">
    <Searching />
  </LanguageProvider>,
)
