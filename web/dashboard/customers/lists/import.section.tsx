import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { customerListsTexts } from '#shared/texts/customers/customer-lists-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { AdminsOnly } from '#web/parts/workspace/admins-only.tsx'
import { ColumnsForm } from './columns-form.tsx'
import { ImportHistory } from './import-history.tsx'
import { ImportState } from './import-state.tsx'
import { ListChooser } from './list-chooser.tsx'
import { type BroughtList, useImports } from './read-imports.ts'
import './lists.css'
import { SubPage } from '#web/parts/page/sub-page.tsx'

export function ImportSection() {
  const texts = useTexts(customerListsTexts)
  return (
    <SubPage title={texts.title} back={{ to: addresses.customers, text: texts.back }}>
      <AdminsOnly>
        <Import />
      </AdminsOnly>
    </SubPage>
  )
}

function Import() {
  const texts = useTexts(customerListsTexts)
  const [address, setAddress] = useSearchParams()
  const [brought, setBrought] = useState<BroughtList>()
  const [changing, setChanging] = useState(false)
  const queries = useQueryClient()
  const query = useImports()
  const imports = query.data
  const id = address.get('list')
  const choose = (next: string | null) => {
    setChanging(false)
    setAddress(next ? { list: next } : {}, { replace: true })
  }
  const reload = async () => {
    setChanging(false)
    await queries.invalidateQueries({ queryKey: ['customer-imports'] })
  }
  if (!imports) return <QueryState query={query} failed={texts.loadFailed} loading={texts.loading} rows={4} />
  const list = imports.find(one => one.id === id)
  return (
    <div className="page-column">
      {!list ? (
        <ListChooser
          onBrought={async next => {
            setBrought(next)
            await reload()
            choose(next.id)
          }}
        />
      ) : list.status === 'read' || (changing && list.status === 'checked') ? (
        <ColumnsForm
          key={list.id}
          list={list}
          sample={brought?.id === list.id ? brought.sample : []}
          onChecked={reload}
          onLeave={() => choose(null)}
        />
      ) : (
        <ImportState list={list} onChanged={reload} onAgain={() => setChanging(true)} onNew={() => choose(null)} />
      )}
      <ImportHistory imports={imports} chosen={list?.id} onChoose={choose} />
    </div>
  )
}
