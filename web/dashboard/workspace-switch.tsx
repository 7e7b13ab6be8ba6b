import { useState } from 'react'
import { useNavigate } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { frameTexts } from '#shared/texts/dashboard/frame-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { Avatar } from '#web/kit/avatar.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { Menu, MenuChoice, MenuItem, MenuLine } from '#web/kit/overlays/menu.tsx'
import { AddShop } from './add-shop.tsx'

export function WorkspaceSwitch({ rail }: { rail: boolean }) {
  const words = useTexts(dashboardTexts)
  const texts = useTexts(frameTexts)
  const { workspace, workspaces } = useCurrentWorkspace()
  const go = useGoToShop()
  const [opening, setOpening] = useState(false)
  return (
    <>
      <Menu
        align="start"
        trigger={
          <button type="button" className="nav-workspace" title={rail ? workspace.name : undefined}>
            <Avatar name={workspace.name} kind="workspace" size={24} />
            <span className={rail ? 'unseen' : 'fill ell'}>{workspace.name}</span>
            {!rail && <Icon name="chevrons-up-down" size="sm" />}
            <span className="unseen">, {texts.switchShop}</span>
          </button>
        }
      >
        <MenuChoice
          label={words.workspaces}
          value={workspace.id}
          onChoose={go}
          options={workspaces.map(item => ({ value: item.id, text: item.name }))}
        />
        <MenuLine />
        <MenuItem icon="plus" onSelect={() => setOpening(true)}>
          {texts.openShop}
        </MenuItem>
      </Menu>
      {opening && <AddShop onOpened={go} onClose={() => setOpening(false)} />}
    </>
  )
}

/** Opens the other shop at its start: the address names things of this one. */
export function useGoToShop(): (id: string) => void {
  const { choose } = useCurrentWorkspace()
  const navigate = useNavigate()
  return id => {
    void navigate(addresses.operations)
    choose(id)
  }
}
