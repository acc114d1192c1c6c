/** The package has no types. Only what is used here. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  type SwaggerUi = { preauthorizeApiKey(scheme: string, value: string): void };
  type SwaggerOptions = {
    readonly domNode: HTMLElement;
    readonly spec: object;
    readonly validatorUrl: null;
    readonly docExpansion: 'none' | 'list' | 'full';
    readonly filter: boolean;
    readonly defaultModelsExpandDepth: number;
    readonly displayRequestDuration: boolean;
    readonly persistAuthorization: boolean;
    readonly tryItOutEnabled: boolean;
    onComplete(): void;
  };
  export default function SwaggerUIBundle(options: SwaggerOptions): SwaggerUi;
}
