/** Generated from packages/open-delivery/src/open-delivery-1.7.1.json by `npm run contract`. */
export interface paths {
  '/oauth/token': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['getToken'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/logistics/availability': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['logisticsAvailability'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/logistics/delivery': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['logisticsNewDelivery'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/logistics/delivery/{orderId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['logisticDetails'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/logistics/readyForPickup/{orderId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['logisticsReadyForPickup'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/logistics/orderPicked/{orderId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['logisticsPicked'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/logistics/finishDelivery/{orderId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['logisticsFinish'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/logistics/handleProblem/{orderId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['logisticsProblem'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/logistics/cancel/{orderId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['logisticsCancel'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface webhooks {
  '/v1/newLogisticEvent': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['newLogisticEvent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    /** TokenRequest */
    TokenRequest: {
      client_id: string;
      client_secret: string;
      /** @enum {string} */
      grant_type: 'client_credentials';
    };
    /** TokenResponse */
    TokenResponse: {
      access_token: string;
      /** @enum {string} */
      token_type: 'bearer';
      /** Format: double */
      expires_in?: number;
    };
    Error: {
      title: string;
      status: number;
    };
    DeliveryAvailabilityPrice: {
      merchant?: {
        id: string;
        name: string;
      };
      pickupAddress: components['schemas']['AddressLogistics'] & {
        pickupLocation?: string;
        parkingSpace?: boolean;
        instructions?: string;
      };
      returnToMerchant: boolean;
      canCombine: boolean;
      deliveryAddress: components['schemas']['AddressLogistics'] & {
        instructions?: string;
      };
      vehicle: components['schemas']['Vehicle'];
      limitTimes: {
        pickupLimit?: number;
        deliveryLimit?: number;
        /** Format: date-time */
        orderCreatedAt?: string;
      };
      totalOrderPrice: components['schemas']['Price'];
      orderDeliveryFee?: components['schemas']['Price'];
      totalWeight: number;
      packageVolume?: number;
      packageQuantity?: number;
      specialInstructions?: string;
      additionalPricePercentual?: number;
      onlinePayment?: boolean;
    };
    /** Address */
    AddressLogistics: {
      country: string;
      state: string;
      city: string;
      district: string;
      street: string;
      number: string;
      postalCode: string;
      complement: string;
      reference?: string;
      /** Format: float */
      latitude?: number;
      /** Format: float */
      longitude?: number;
    };
    Vehicle: {
      type: ('MOTORBIKE_BAG' | 'MOTORBIKE_BOX' | 'CAR' | 'BICYCLE' | 'SCOOTER' | 'VUC')[];
      /** @enum {string} */
      container: 'NORMAL' | 'THERMIC';
      /** @enum {string} */
      containerSize?: 'SMALL' | 'MEDIUM' | 'LARGE' | 'EXTRA_LARGE';
      instruction?: string;
    };
    /** Price */
    Price: {
      /** Format: decimal */
      value: number;
      currency: string;
    };
    DeliveryAvailabilityPriceResponse: {
      deliveryPrice?: components['schemas']['DeliveryPrice'];
      vehicles?: {
        availableVehicles?: number;
        vehiclesAvailable?: components['schemas']['Vehicle'];
        nextAvailableVehicle?: number;
      };
      ETAs?: components['schemas']['ETA'];
    };
    DeliveryPrice: {
      price: components['schemas']['Price'];
      /** @enum {string} */
      pricingList: 'NORMAL' | 'DYNAMIC';
      additionalPricePercentual: number;
    };
    ETA: {
      /** @enum {string} */
      updateMethod: 'OFFLINE' | 'ONLINE';
      pickupEtaInMinutes: number;
      /** Format: date-time */
      pickupEtaDatetime: string;
      deliveryEtaInMinutes: number;
      /** Format: date-time */
      deliveryEtaDatetime: string;
      returnToMerchantEtaInMinutes?: number;
      /** Format: date-time */
      returnToMerchantEtaDatetime?: string;
      /** Format: date-time */
      maxDeliveryTime: string;
    };
    DeliveryOrder: {
      /** Format: UUID */
      orderId: string;
      orderDisplayId: string;
      merchant: {
        id: string;
        name: string;
      };
      pickupAddress: components['schemas']['AddressLogistics'] & {
        pickupLocation?: string;
        parkingSpace?: boolean;
        instructions?: string;
      };
      pickupCode?: string;
      notifyReadyForPickup?: boolean;
      notifyPickup?: boolean;
      notifyConclusion?: boolean;
      returnToMerchant: boolean;
      canCombine: boolean;
      confirmationCodeRequired?: boolean;
      deliveryAddress: components['schemas']['AddressLogistics'] & {
        instructions?: string;
      };
      customerName: string;
      /** @description 8 to 15 digits, with + ( ) - . / and blanks. An extension comes after , ; x, ext, ramal or ID. */
      customerPhone: string;
      customerPhoneLocalizer?: string;
      vehicle: components['schemas']['Vehicle'];
      limitTimes: {
        pickupLimit?: number;
        deliveryLimit?: number;
        /** Format: date-time */
        orderCreatedAt?: string;
      };
      /** Format: date-time */
      preparationStartDateTime?: string;
      totalOrderPrice: components['schemas']['Price'];
      orderDeliveryFee?: components['schemas']['Price'];
      totalWeight: number;
      packageVolume?: number;
      packageQuantity?: number;
      items?: {
        name: string;
        /** Format: decimal */
        quantity?: number;
      }[];
      specialInstructions?: string;
      /** Format: double */
      additionalPricePercentual?: number;
      payments: {
        /** @enum {string} */
        method: 'OFFLINE' | 'ONLINE';
        wirelessPos?: boolean;
        offlineMethod?: {
          /** @enum {string} */
          type: 'CREDIT' | 'DEBIT' | 'MEAL_VOUCHER' | 'FOOD_VOUCHER' | 'PIX' | 'CASH' | 'CREDIT_DEBIT' | 'OTHER';
          amount: components['schemas']['Price'];
        }[];
        change?: components['schemas']['Price'];
      };
      combinedOrdersIds?: string[];
      /** Format: uuid */
      sourceAppId?: string;
      /** Format: uuid */
      sourceOrderId?: string;
    };
    DeliveryOrderResponse: {
      /** Format: UUID */
      deliveryId: string;
      /** @enum {string} */
      event:
        | 'PENDING'
        | 'ACCEPTED'
        | 'REJECTED'
        | 'PICKUP_ONGOING'
        | 'ARRIVED_AT_MERCHANT'
        | 'ORDER_PICKED'
        | 'DELIVERY_ONGOING'
        | 'ARRIVED_AT_CUSTOMER'
        | 'ORDER_DELIVERED'
        | 'RETURNING_TO_MERCHANT'
        | 'RETURNED_TO_MERCHANT'
        | 'DELIVERY_FINISHED'
        | 'CANCELLED';
      completion: {
        /** Format: date-time */
        estimate?: string;
        /** Format: date-time */
        rejectAfter?: string;
      };
      /** Format: URI */
      deliveryDetailsURL?: string;
    };
    DeliveryOrderDetails: {
      /** Format: UUID */
      deliveryId: string;
      /** Format: UUID */
      orderId: string;
      orderDisplayId: string;
      merchant: {
        id: string;
        name: string;
      };
      customerName: string;
      customerPhone?: string;
      events: components['schemas']['DeliveryEvent'][];
      problem?: components['schemas']['DeliveryProblemHistory'][];
      vehicle?: components['schemas']['ChosenVehicle'];
      deliveryPrice?: components['schemas']['DeliveryPrice'];
      times?: components['schemas']['DeliveryTimes'];
      deliveryPerson?: components['schemas']['DeliveryMan'];
      combinedOrdersIds?: string[];
      /** Format: URI */
      externalTrackingURL?: string;
    };
    DeliveryEvent: {
      /** @enum {string} */
      type:
        | 'PENDING'
        | 'ACCEPTED'
        | 'REJECTED'
        | 'PICKUP_ONGOING'
        | 'ARRIVED_AT_MERCHANT'
        | 'ORDER_PICKED'
        | 'DELIVERY_ONGOING'
        | 'ARRIVED_AT_CUSTOMER'
        | 'ORDER_DELIVERED'
        | 'RETURNING_TO_MERCHANT'
        | 'RETURNED_TO_MERCHANT'
        | 'DELIVERY_FINISHED'
        | 'CANCELLED';
      message?: string;
      /** Format: date-time */
      datetime: string;
      rejectionInfo?: components['schemas']['DeliveryEventDenied'];
    };
    DeliveryEventDenied: {
      /** @enum {string} */
      reason:
        | 'PRICE_EXCEEDED'
        | 'VEHICLE_NOT_AVAILABLE'
        | 'NO_DELIVERYPERSON_AVAILABLE'
        | 'DOES_NOT_MEET_REQUESTED_TIMES'
        | 'REGION_NOT_SERVED'
        | 'OTHER';
    };
    DeliveryProblemHistory: {
      /** @enum {string} */
      reason:
        | 'DELIVERYPERSON_OCCURRENCE'
        | 'PAYMENT_PROBLEMS'
        | 'WRONG_PRODUCT_OR_ITEM'
        | 'ORDER_DELAYED'
        | 'ORDER_DAMAGED_OR_VIOLATED'
        | 'CUSTOMER_DID_NOT_PLACE_ORDER'
        | 'CUSTOMER_ADDRESS_UNKNOWN'
        | 'ORDER_MISSING_ITEMS'
        | 'NOBODY_TO_RECEIVE'
        | 'DELIVERYPERSON_WAITING_PAYMENT_FOR_ALREADY_PAID_ORDER'
        | 'ORDER_DELIVERED_WITHOUT_PAYMENT'
        | 'FRAUD_OR_THEFT'
        | 'OTHER';
      message?: string;
      /** Format: date-time */
      datetime: string;
      resolved: boolean;
      /** @enum {string} */
      actionTaken?: 'RETURN_TO_STORE' | 'DELIVER_PRODUCT' | 'CANCEL_DELIVERY';
      /** Format: date-time */
      resolutionDate?: string;
    };
    ChosenVehicle: {
      /** @enum {string} */
      type: 'MOTORBIKE_BAG' | 'MOTORBIKE_BOX' | 'CAR' | 'BICYCLE' | 'SCOOTER' | 'VUC';
      /** @enum {string} */
      container: 'NORMAL' | 'THERMIC';
      /** @enum {string} */
      containerSize?: 'SMALL' | 'MEDIUM' | 'LARGE' | 'EXTRA_LARGE';
      instruction?: string;
    };
    DeliveryTimes: {
      /** Format: date-time */
      deliveryEtaDate: string;
      /** Format: date-time */
      maxDeliveryTime: string;
      isDeliveryFinished: boolean;
      /** Format: date-time */
      deliveryFinishDate?: string;
    };
    DeliveryMan: {
      id: string;
      name: string;
      /** Format: URI */
      pictureURL?: string;
      phone?: string;
    };
    /** Order Picked */
    DeliveryOrderPicked: {
      /** Format: date-time */
      pickupDate?: string;
      volumePicked?: number;
      observation?: string;
    };
    /** Order Picked */
    DeliveryOrderFinish: {
      /** Format: date-time */
      finishDate: string;
      observation?: string;
    };
    DeliveryHandleProblem: {
      /** @enum {string} */
      reason:
        | 'DELIVERYPERSON_OCCURRENCE'
        | 'PAYMENT_PROBLEMS'
        | 'WRONG_PRODUCT_OR_ITEM'
        | 'ORDER_DELAYED'
        | 'ORDER_DAMAGED_OR_VIOLATED'
        | 'CUSTOMER_DID_NOT_PLACE_ORDER'
        | 'CUSTOMER_ADDRESS_UNKNOWN'
        | 'ORDER_MISSING_ITEMS'
        | 'NOBODY_TO_RECEIVE'
        | 'DELIVERYPERSON_WAITING_PAYMENT_FOR_ALREADY_PAID_ORDER'
        | 'ORDER_DELIVERED_WITHOUT_PAYMENT'
        | 'FRAUD_OR_THEFT'
        | 'OTHER';
      /** @enum {string} */
      action: 'RETURN_TO_STORE' | 'DELIVER_PRODUCT' | 'CANCEL_DELIVERY';
      message?: string;
    };
    DeliveryCancel: {
      /** @enum {string} */
      reason:
        | 'CONSUMER_CANCELLATION_REQUESTED'
        | 'NO_SHOW'
        | 'PROBLEM_AT_MERCHANT'
        | 'HIGH_ACCEPTANCE_TIME'
        | 'INCORRECT_ORDER_OR_PRODUCT_PICKUP'
        | 'PROBLEM_RESOLUTION'
        | 'DISCOMBINE_ORDER'
        | 'OTHER';
      /** @enum {string} */
      action?: 'RETURN_TO_STORE' | 'CANCEL_DELIVERY';
      message?: string;
    };
    DeliveryCancelResponse: {
      additionalCharges: boolean;
    };
    Merchant: {
      id?: string;
    };
    DeliveryOrderEvent: {
      /** Format: UUID */
      deliveryId: string;
      /** Format: uuid */
      orderId: string;
      orderDisplayId: string;
      merchant: {
        id: string;
        name: string;
      };
      event: components['schemas']['DeliveryEvent'];
      problem?: components['schemas']['DeliveryProblem'][];
      customerName: string;
      vehicle?: components['schemas']['ChosenVehicle'];
      deliveryPrice?: components['schemas']['DeliveryPrice'];
      eta?: components['schemas']['ETA'];
      deliveryPerson?: components['schemas']['DeliveryMan'];
      geoLocalization?: components['schemas']['GeoLocalization'];
      /** Format: URI */
      externalTrackingURL?: string;
      combinedOrdersIds?: string[];
    };
    DeliveryProblem: {
      /** @enum {string} */
      reason:
        | 'DELIVERYPERSON_OCCURRENCE'
        | 'PAYMENT_PROBLEMS'
        | 'WRONG_PRODUCT_OR_ITEM'
        | 'ORDER_DELAYED'
        | 'ORDER_DAMAGED_OR_VIOLATED'
        | 'CUSTOMER_DID_NOT_PLACE_ORDER'
        | 'CUSTOMER_ADDRESS_UNKNOWN'
        | 'ORDER_MISSING_ITEMS'
        | 'NOBODY_TO_RECEIVE'
        | 'DELIVERYPERSON_WAITING_PAYMENT_FOR_ALREADY_PAID_ORDER'
        | 'ORDER_DELIVERED_WITHOUT_PAYMENT'
        | 'FRAUD_OR_THEFT'
        | 'OTHER';
      message?: string;
      /** Format: date-time */
      datetime: string;
      canFinishDeliver: boolean;
      needMerchantAction: boolean;
    };
    GeoLocalization: {
      /** Format: float */
      latitude: number;
      /** Format: float */
      longitude: number;
      lastAddress?: {
        country?: string;
        state?: string;
        city?: string;
        district?: string;
        street?: string;
        postalCode?: string;
        distanceToPickup: string;
        distanceToDelivery: string;
        /** Format: date-time */
        timestamp: string;
      };
    };
  };
  responses: {
    Unauthorized: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Error'];
      };
    };
    ServiceUnavailable: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Error'];
      };
    };
    BadRequest: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Error'];
      };
    };
    NotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Error'];
      };
    };
    AccessDenied: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Error'];
      };
    };
    UnprocessableEntity: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Error'];
      };
    };
  };
  parameters: never;
  requestBodies: {
    Token: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['TokenRequest'];
      };
    };
    DeliveryOrder: {
      content: {
        'application/json': components['schemas']['DeliveryOrder'];
      };
    };
    DeliveryHandleProblem: {
      content: {
        'application/json': components['schemas']['DeliveryHandleProblem'];
      };
    };
    DeliveryCancel: {
      content: {
        'application/json': components['schemas']['DeliveryCancel'];
      };
    };
    DeliveryEvent: {
      content: {
        'application/json': components['schemas']['DeliveryOrderEvent'];
      };
    };
  };
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  getToken: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: components['requestBodies']['Token'];
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TokenResponse'];
        };
      };
      401: components['responses']['Unauthorized'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  logisticsAvailability: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['DeliveryAvailabilityPrice'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryAvailabilityPriceResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      404: components['responses']['NotFound'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  logisticsNewDelivery: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: components['requestBodies']['DeliveryOrder'];
    responses: {
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryOrderResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['AccessDenied'];
      404: components['responses']['NotFound'];
      422: components['responses']['UnprocessableEntity'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  logisticDetails: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        orderId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryOrderDetails'];
        };
      };
      400: components['responses']['BadRequest'];
      404: components['responses']['NotFound'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  logisticsReadyForPickup: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        orderId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['AccessDenied'];
      404: components['responses']['NotFound'];
      422: components['responses']['UnprocessableEntity'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  logisticsPicked: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        orderId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['DeliveryOrderPicked'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['AccessDenied'];
      404: components['responses']['NotFound'];
      422: components['responses']['UnprocessableEntity'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  logisticsFinish: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        orderId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['DeliveryOrderFinish'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['AccessDenied'];
      404: components['responses']['NotFound'];
      422: components['responses']['UnprocessableEntity'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  logisticsProblem: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        orderId: string;
      };
      cookie?: never;
    };
    requestBody: components['requestBodies']['DeliveryHandleProblem'];
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['AccessDenied'];
      404: components['responses']['NotFound'];
      422: components['responses']['UnprocessableEntity'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  logisticsCancel: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        orderId: string;
      };
      cookie?: never;
    };
    requestBody: components['requestBodies']['DeliveryCancel'];
    responses: {
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryCancelResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['AccessDenied'];
      404: components['responses']['NotFound'];
      422: components['responses']['UnprocessableEntity'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  newLogisticEvent: {
    parameters: {
      query?: never;
      header: {
        'X-App-Id': string;
        'X-App-MerchantId': components['schemas']['Merchant']['id'];
        'X-App-Signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: components['requestBodies']['DeliveryEvent'];
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      403: components['responses']['AccessDenied'];
      404: components['responses']['NotFound'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
}
