export function FileBadge({ name }: { name: string }) {
  const kind = /\.([a-z0-9]{1,4})$/i.exec(name.trim())?.[1]?.toUpperCase() ?? '?'
  return (
    <span className="training-badge" aria-hidden="true">
      {kind === 'DOCX' ? 'DOC' : kind}
    </span>
  )
}
