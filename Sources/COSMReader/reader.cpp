#include "COSMReader.h"
