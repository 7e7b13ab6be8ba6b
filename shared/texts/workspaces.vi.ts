export const workspacesVi = {
  'workspace.first_name': 'Cửa hàng của {name}',
  'invitation.subject': '{inviter} mời bạn vào {workspace}',
  'invitation.preview': 'Nhận lời mời để cùng trả lời khách trên {brand}.',
  'invitation.heading': 'Bạn được mời vào {workspace}',
  'invitation.body':
    '{inviter} mời bạn cùng trả lời khách hàng trong hộp thư chung trên {brand}, bằng địa chỉ {email}.',
  'invitation.button': 'Nhận lời mời',
  'invitation.life': 'Lời mời có hiệu lực trong 7 ngày.',
  'invitation.reason': 'Bạn nhận thư này vì có người mời địa chỉ này vào đội của họ. Nếu không quen họ, bạn cứ bỏ qua.',
}
