export const shopImportVi = {
  no_export: '{folder} không phải là thư mục do lệnh export tạo ra: thiếu manifest.json, hoặc tệp này không đọc được.',
  other_format: 'Thư mục này theo định dạng {format}, còn chương trình này đọc định dạng {known}. Vui lòng xuất lại.',
  newer:
    'Thư mục được xuất từ phiên bản mới hơn ({there}, ở đây là {here}). Vui lòng nâng cấp chương trình này rồi nhập lại.',
  older:
    'Thư mục được xuất từ phiên bản cũ hơn ({there}, ở đây là {here}). Vui lòng nâng cấp nơi xuất lên đúng phiên bản này rồi xuất lại.',
  missing: 'Thiếu {file}.',
  changed: '{file} không còn giống lúc xuất: nội dung đã bị thay đổi.',
  unknown_table: 'Chương trình này không nhập bảng {table}, hoặc bảng có cột lạ.',
  foreign_row: '{table} có dòng không thuộc cửa hàng này.',
  no_shop: 'Không nhập được: đây không phải là cửa hàng của khách hàng.',
  there: 'Ở đây đã có cửa hàng {id}.',
  deleted:
    'Cửa hàng “{name}” ({id}) đã được xoá ngày {at} (giờ UTC) và nằm trong danh sách đã xoá. Nếu chủ cửa hàng muốn lấy lại, thêm --with-deleted {id}.',
  deleted_here:
    'Cửa hàng {id} đã được xoá ở đây ngày {at} (giờ UTC). Sổ sách của cửa hàng vẫn phải lưu ở đây theo luật, nên không nhập lại vào đây được: vui lòng nhập vào một bản cài đặt khác.',
  nobody:
    'Mọi nhân viên trong thư mục đều đã xoá tài khoản. Vui lòng nhờ chủ cửa hàng đăng ký lại ở đây bằng một địa chỉ e-mail có trong thư mục, rồi nhập lại.',
  taken: 'Ở đây đã có dữ liệu trùng: {what}.',
  unfit: 'Dữ liệu không hợp lệ: {what}.',
  other_file: 'Nơi lưu tệp đã có một {file} khác. Không tệp nào bị ghi đè.',
  running: 'Chương trình đang chạy trên {folder}. Vui lòng dừng trước khi nhập.',
}
