<?php

declare(strict_types=1);

namespace Galla;

/** Galla did not sign this notification with this secret in the last minutes. Answer 400 and do nothing else. */
final class WebhookException extends GallaException
{
}
