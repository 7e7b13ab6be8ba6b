// The tables that data-table.test.ts reads.
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Button } from './button.tsx'
import { DataTable, TableCell, TableRow } from './data-table.tsx'
import './styles/tokens.css'
import './styles/reset.css'
import './styles/base.css'
import './styles/controls.css'
import './styles/pieces.css'

function Page() {
  const [removed, setRemoved] = useState<string[]>([])
  return (
    <>
      <h1 id="people">People</h1>
      <DataTable className="people" labelledBy="people" columns={['Name', 'Role']} actions="Actions">
        {['An', 'Bình'].map(name => (
          <TableRow key={name} aria-current={removed.includes(name) || undefined}>
            <TableCell>{name}</TableCell>
            <TableCell>Agent</TableCell>
            <TableCell>
              <Button onClick={() => setRemoved(before => [...before, name])}>{`Remove ${name}`}</Button>
            </TableCell>
          </TableRow>
        ))}
      </DataTable>
      <DataTable className="prices" caption="Prices" columns={['Plan', { name: 'Price', className: 'number-column' }]}>
        <TableRow>
          <TableCell>Month</TableCell>
          <TableCell>299.000đ</TableCell>
        </TableRow>
      </DataTable>
      <DataTable className="none" caption="Payments" columns={['Day', 'Amount']}>
        {[]}
      </DataTable>
      <output>{removed.join(', ')}</output>
    </>
  )
}

createRoot(document.querySelector('#root')!).render(<Page />)
