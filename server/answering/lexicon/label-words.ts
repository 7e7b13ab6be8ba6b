/** Labels that name no thing, folded: "Giá", "Phí", "Lệ phí", "Thời gian". Owner: answering. */
export const labelWords: readonly string[] =
  `gia phi le thoi gian coc dat tien han muc so luong thoi ha goi gom bao hanh luu y ghi chu tong cong khac them moi buoi lan nguoi mien tu den
  truoc sau duoi tren price fee cost time duration note deposit gio ngay thang tuan khoang do con lai phu thu thue`.split(
    /\s+/u,
  )
