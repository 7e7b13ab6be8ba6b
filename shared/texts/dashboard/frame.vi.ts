export const frameVi = {
  switchShop: 'đổi hoặc mở thêm cửa hàng',
  openShop: 'Mở thêm cửa hàng',
  openFirstShop: 'Mở một cửa hàng',
  openShopTitle: 'Mở thêm một cửa hàng',
  openShopText:
    'Cửa hàng mới có hộp thư, bot, tài liệu và đội riêng, với gói và giới hạn riêng. Các cửa hàng đang có vẫn như cũ.',
  openShopLimit: 'Mỗi ngày mở được tối đa 5 cửa hàng.',
  shopName: 'Tên cửa hàng',
  shopNameHint: 'Khách thấy tên này trong khung chat. Ví dụ: Tiệm gốm Mộc, chi nhánh Hội An',
  shopNameMissing: 'Nhập tên cửa hàng.',
  openNow: 'Mở cửa hàng',
  opening: 'Đang mở…',
  opened: 'Đã mở {name}. Bạn đang ở cửa hàng mới.',
  later: 'Để sau',
  lostTitle: 'Bạn không còn trong đội của {name}',
  lostText:
    'Bạn đã rời đội, được gỡ khỏi đội, hoặc cửa hàng đã bị xoá. Tài khoản của bạn vẫn còn. Nếu có nhầm lẫn, hãy nhờ quản trị viên mời lại.',
  lostToast: 'Bạn không vào được {name} nữa. Đang mở {next}. Xem lý do ở mục Tài khoản.',
  skip: 'Bỏ qua',
}
