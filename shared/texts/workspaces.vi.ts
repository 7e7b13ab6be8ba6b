export const workspacesVi = {
  'workspace.first_name': 'Cửa hàng của {name}',
}
