/** The only route of the module; its parts are tabs of this page. */
export const ORDER_PAGE = "/OrderManage/OrderList";
