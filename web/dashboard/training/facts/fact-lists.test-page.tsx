// Two lines that are off, which fact-lists.test.ts turns on again.
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { LanguageProvider } from '#web/data/language.tsx'
import { languageKey } from '#web/data/stored-language.ts'
import { Toasts } from '#web/kit/feedback/toast.tsx'
import { OffList } from './fact-lists.tsx'

localStorage.setItem(languageKey, 'en')
const lines = ['one', 'two'].map(name => ({
  ...{ id: name, source_id: 'menu', was: `Price of ${name}`, value: null, place: null },
  at: '2026-11-30T08:00:00.000Z',
}))

createRoot(document.querySelector('#root')!).render(
  <LanguageProvider brand="Sen">
    <MemoryRouter>
      <OffList lines={lines} titleOf={() => 'Menu'} onChanged={() => {}} />
    </MemoryRouter>
    <Toasts label="Messages" />
  </LanguageProvider>,
)
