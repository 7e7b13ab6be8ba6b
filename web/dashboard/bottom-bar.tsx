import { useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { frameTexts } from '#shared/texts/dashboard/frame-texts.ts'
import { paletteTexts } from '#shared/texts/dashboard/palette-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { LanguageSwitch } from '#web/parts/language/language-switch.tsx'
import { openPalette } from '#web/parts/commands/open-palette.ts'
import { useSignOut } from '#web/parts/auth/sign-out.tsx'
import { UnreadCount } from './unread-count.tsx'
import { BotSwitchCard } from './bot-switch-card.tsx'
import { HelpLines } from './help-menu.tsx'
import { WaitingCount } from './navigation.tsx'
import { AddShop } from './add-shop.tsx'
import { groupsFor } from './sections.ts'
import { useGoToShop } from './workspace-switch.tsx'
import { ThemeSwitch } from '#web/parts/page/theme-switch.tsx'

export function BottomBar() {
  const texts = useTexts(dashboardTexts)
  const { role } = useCurrentWorkspace()
  const { pathname } = useLocation()
  const [moreOn, setMoreOn] = useState<string>()
  const sections = groupsFor(role).flatMap(group => group.sections)
  const elsewhere = sections.some(section => !section.atHand && pathname.startsWith(section.address))
  return (
    <>
      <nav className="bottom-bar" aria-label={texts.sections}>
        {sections
          .filter(section => section.atHand)
          .map(section => (
            <NavLink key={section.name} to={section.address}>
              <Icon name={section.icon} size="lg" />
              {texts[section.name]}
              {section.name === 'inbox' && <WaitingCount />}
            </NavLink>
          ))}
        <button
          type="button"
          aria-haspopup="dialog"
          aria-current={elsewhere ? 'page' : undefined}
          onClick={() => setMoreOn(pathname)}
        >
          <Icon name="menu" size="lg" />
          {texts.more}
          <UnreadCount />
        </button>
      </nav>
      <MoreSheet open={moreOn === pathname} onClose={() => setMoreOn(undefined)} />
    </>
  )
}

function MoreSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const texts = useTexts(dashboardTexts)
  const frame = useTexts(frameTexts)
  const palette = useTexts(paletteTexts)
  const { role, workspace, workspaces } = useCurrentWorkspace()
  const go = useGoToShop()
  const [opening, setOpening] = useState(false)
  const leave = useSignOut()
  const sections = groupsFor(role)
    .flatMap(group => group.sections)
    .filter(section => !section.atHand)
  return (
    <Dialog
      open={open}
      title={workspace.name}
      onClose={onClose}
      foot={<Button onClick={onClose}>{texts.close}</Button>}
    >
      {workspaces.length > 1 && (
        <SelectField
          label={texts.workspaces}
          value={workspace.id}
          options={workspaces.map(item => ({ value: item.id, text: item.name }))}
          onChoose={go}
        />
      )}
      <BotSwitchCard />
      <ul className="all-sections">
        <li>
          <button
            type="button"
            className="nav-link"
            onClick={() => {
              onClose()
              openPalette()
            }}
          >
            <Icon name="search" />
            {palette.open}
          </button>
        </li>
        {sections.map(section => (
          <li key={section.name}>
            <NavLink className="nav-link" to={section.address} onClick={onClose}>
              <Icon name={section.icon} />
              {texts[section.name]}
              {section.name === 'notifications' && <UnreadCount />}
            </NavLink>
          </li>
        ))}
        <li>
          <button type="button" className="nav-link" onClick={() => setOpening(true)}>
            <Icon name="plus" />
            {frame.openShop}
          </button>
        </li>
        <HelpLines onChosen={onClose} />
        <li>
          <button type="button" className="nav-link" onClick={leave}>
            <Icon name="log-out" />
            {texts.signOut}
          </button>
        </li>
      </ul>
      <div className="row flex-wrap justify-between gap-3 all-sections-foot">
        <LanguageSwitch label={texts.language} />
        <ThemeSwitch />
      </div>
      {opening && <AddShop onOpened={go} onClose={() => setOpening(false)} />}
    </Dialog>
  )
}
