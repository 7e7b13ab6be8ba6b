import { useState } from 'react'
import { accountTexts } from '#shared/texts/account/account-texts.ts'
import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Avatar } from '#web/kit/avatar.tsx'
import { Button } from '#web/kit/button.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { DeleteShopDialog } from './delete-shop-dialog.tsx'
import { HandOverDialog } from './hand-over-dialog.tsx'
import { LeaveShopDialog } from './leave-shop-dialog.tsx'
import { type MyShop, useMyShops } from './my-shops.ts'
import { RenameShopDialog } from './rename-shop-dialog.tsx'
import { ShutOutNotice } from './shut-out-notice.tsx'
import './session-place.css'

type Asked = { act: 'leave' | 'rename' | 'hand over' | 'close'; mine: MyShop }

export function ShopsPanel() {
  const texts = useTexts(accountTexts)
  const words = useTexts(dashboardTexts)
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <section className="panel" aria-labelledby="shops">
      <div className="panel-head">
        <h2 id="shops">{texts.shops}</h2>
      </div>
      <QueryState
        query={useMyShops()}
        failed={words.loadFailed}
        loading={words.loading}
        rows={1}
        className="panel-body"
      >
        {shops => (
          <ul className="places">
            {shops.map(mine => (
              <Shop key={mine.shop.id} mine={mine} onAsk={act => setAsked({ act, mine })} />
            ))}
          </ul>
        )}
      </QueryState>
      <ShutOutNotice />
      {asked?.act === 'leave' && <LeaveShopDialog mine={asked.mine} onClose={close} />}
      {asked?.act === 'rename' && <RenameShopDialog shop={asked.mine.shop} onClose={close} />}
      {asked?.act === 'hand over' && <HandOverDialog mine={asked.mine} onClose={close} />}
      {asked?.act === 'close' && <DeleteShopDialog shop={asked.mine.shop} onClose={close} />}
    </section>
  )
}

function Shop({ mine, onAsk }: { mine: MyShop; onAsk(act: Asked['act']): void }) {
  const texts = useTexts(accountTexts)
  const { shop, me, onlyAdmin } = mine
  const { name } = shop
  const role = onlyAdmin ? texts.shopOnlyAdmin : me.role === 'admin' ? texts.shopAdmin : texts.shopMember
  return (
    <li>
      <Avatar name={name} kind="workspace" size={40} />
      <span className="fill">
        <span className="break-words">{name}</span>
        <span className="soft block text-sm">{role}</span>
      </span>
      <span className="place-acts">
        {me.role === 'admin' && (
          <Button
            look="quiet"
            size="sm"
            aria-label={fill(texts.renameShopOf, { name })}
            onClick={() => onAsk('rename')}
          >
            {texts.renameShop}
          </Button>
        )}
        {me.role === 'admin' && (
          <Button
            look="quiet"
            size="sm"
            aria-label={fill(texts.handOverOf, { name })}
            onClick={() => onAsk('hand over')}
          >
            {texts.handOver}
          </Button>
        )}
        {onlyAdmin ? (
          <Button
            look="danger-quiet"
            size="sm"
            aria-label={fill(texts.deleteShopOf, { name })}
            onClick={() => onAsk('close')}
          >
            {texts.deleteShop}
          </Button>
        ) : (
          <Button look="quiet" size="sm" aria-label={fill(texts.leaveShopOf, { name })} onClick={() => onAsk('leave')}>
            {texts.leaveShop}
          </Button>
        )}
      </span>
    </li>
  )
}
